// What `~` leaves out, statement by statement: each is taken where its condition holds.
data {
  real yr;
  vector[3] yv;
  int kb;
  int k;
  array[3] int ka;
  array[3] int k3;
  array[3] int kc;
}
parameters {
  real x;
  real<lower=0> s;
  real<lower=0, upper=1> p;
  vector[37] u;
}
model {
  u ~ normal(0, 1);
  target += -x^2 - s - p;
  if (u[1] > 0) yr ~ normal(x, 1.5);
  if (u[2] > 0) yr ~ normal(0.3, s);
  if (u[3] > 0) yr ~ normal(x, s);
  if (u[4] > 0) yr ~ normal(0.1, 2);
  if (u[5] > 0) x ~ normal(0.2, 1.5);
  if (u[6] > 0) yv ~ normal(x, 1.5);
  if (u[7] > 0) yv ~ normal(0.3, s);
  if (u[8] > 0) yr ~ student_t(3, x, 1.5);
  if (u[9] > 0) yr ~ student_t(s, x, 1.5);
  if (u[10] > 0) yr ~ student_t(3, 0.1, s);
  if (u[11] > 0) yv ~ student_t(3, x, 1.5);
  if (u[12] > 0) x ~ student_t(3, 0.5, 1.5);
  if (u[13] > 0) yr ~ cauchy(x, 1.5);
  if (u[14] > 0) yr ~ cauchy(0.2, s);
  if (u[15] > 0) yr ~ double_exponential(x, 1.5);
  if (u[16] > 0) yr ~ double_exponential(0.2, s);
  if (u[17] > 0) yr ~ logistic(x, 1.5);
  if (u[18] > 0) yr ~ logistic(0.2, s);
  if (u[19] > 0) yr ~ gumbel(x, 1.5);
  if (u[20] > 0) yr ~ gumbel(0.2, s);
  if (u[21] > 0) yr ~ lognormal(x, 1.5);
  if (u[22] > 0) yr ~ lognormal(0.2, s);
  if (u[23] > 0) s ~ lognormal(0.2, 1.5);
  if (u[24] > 0) yv ~ lognormal(x, 1.5);
  if (u[25] > 0) yr ~ chi_square(s);
  if (u[26] > 0) s ~ chi_square(3);
  if (u[27] > 0) yr ~ inv_chi_square(s);
  if (u[28] > 0) s ~ inv_chi_square(3);
  if (u[29] > 0) yr ~ scaled_inv_chi_square(s, 1.5);
  if (u[30] > 0) yr ~ scaled_inv_chi_square(3, s);
  if (u[31] > 0) s ~ scaled_inv_chi_square(3, 1.5);
  if (u[32] > 0) yr ~ exponential(s);
  if (u[33] > 0) s ~ exponential(2);
  if (u[34] > 0) yr ~ gamma(s, 1.5);
  if (u[35] > 0) yr ~ gamma(2.5, s);
  if (u[36] > 0) s ~ gamma(2.5, 3);
  if (u[37] > 0) yr ~ inv_gamma(s, 1.5);
}
