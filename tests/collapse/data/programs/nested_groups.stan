// dimension: 12 -> 3
// kept: s_school, s_student, sigma
transformed data {
  array[6] int school = {1, 1, 2, 2, 2, 1};
  array[8] int student = {1, 2, 3, 4, 5, 6, 1, 2};
  vector[8] y = [1, 2, 0.3, 4, 2.2, -1, 0.1, 0.4]';
}
parameters {
  real mu; vector[2] u; vector[6] v;
  real<lower=0> s_school; real<lower=0> s_student; real<lower=0> sigma;
}
model {
  mu ~ normal(0, 10);
  u ~ normal(0, s_school);
  v ~ normal(0, s_student);
  y ~ normal(mu + u[school[student]] + v[student], sigma);
  s_school ~ exponential(1);
  s_student ~ exponential(1);
  sigma ~ exponential(1);
}
