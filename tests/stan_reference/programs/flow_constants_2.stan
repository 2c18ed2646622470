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
  if (u[1] > 0) yr ~ inv_gamma(2.5, s);
  if (u[2] > 0) s ~ inv_gamma(2.5, 3);
  if (u[3] > 0) yr ~ weibull(s, 1.5);
  if (u[4] > 0) yr ~ weibull(2.5, s);
  if (u[5] > 0) s ~ weibull(2.5, 3);
  if (u[6] > 0) yr ~ frechet(s, 1.5);
  if (u[7] > 0) yr ~ frechet(2.5, s);
  if (u[8] > 0) s ~ frechet(2.5, 3);
  if (u[9] > 0) yr ~ rayleigh(s);
  if (u[10] > 0) s ~ rayleigh(2);
  if (u[11] > 0) yr ~ pareto(0.2, s);
  if (u[12] > 0) s ~ pareto(0.001, 1.5);
  if (u[13] > 0) yr ~ pareto_type_2(0.1, 1.5, s);
  if (u[14] > 0) yr ~ pareto_type_2(0.1, s, 1.5);
  if (u[15] > 0) s ~ pareto_type_2(0, 1.5, 2);
  if (u[16] > 0) yr ~ uniform(0.1, s + 5);
  if (u[17] > 0) s ~ uniform(0, 70);
  if (u[18] > 0) yr ~ beta(s, 2);
  if (u[19] > 0) yr ~ beta(2.5, s);
  if (u[20] > 0) p ~ beta(2, 3);
  if (u[21] > 0) yr ~ beta_proportion(p, 4);
  if (u[22] > 0) yr ~ beta_proportion(0.4, s);
  if (u[23] > 0) p ~ beta_proportion(0.4, 5);
  if (u[24] > 0) yr ~ von_mises(x, 1.5);
  if (u[25] > 0) yr ~ von_mises(0.2, s);
  if (u[26] > 0) x ~ von_mises(0.2, 1.5);
  if (u[27] > 0) yr ~ exp_mod_normal(x, 1.1, 1.5);
  if (u[28] > 0) yr ~ exp_mod_normal(0.3, s, 1.5);
  if (u[29] > 0) yr ~ exp_mod_normal(0.3, 1.1, s);
  if (u[30] > 0) yr ~ skew_normal(x, 1.1, 1.5);
  if (u[31] > 0) yr ~ skew_normal(0.3, s, 1.5);
  if (u[32] > 0) yr ~ skew_normal(0.3, 1.2, x);
  if (u[33] > 0) yr ~ skew_double_exponential(x, 1.1, 0.3);
  if (u[34] > 0) yr ~ skew_double_exponential(0.2, s, 0.3);
  if (u[35] > 0) yr ~ skew_double_exponential(0.2, 1.2, p);
  if (u[36] > 0) x ~ std_normal();
  if (u[37] > 0) yr ~ std_normal();
}
