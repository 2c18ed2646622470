// A regression of y on x, some of both not seen and imputed.
data {
  int<lower=1> N;
  vector[N] y_seen;
  int<lower=0> N_y;
  array[N_y] int<lower=1, upper=N> y_at;
  vector[N] x_seen;
  int<lower=0> N_x;
  array[N_x] int<lower=1, upper=N> x_at;
}
parameters {
  vector[N_y] y_missing;
  real Intercept_y;
  real slope;
  real<lower=0> sigma_y;
  vector[N_x] x_missing;
  real Intercept_x;
  real<lower=0> sigma_x;
}
model {
  vector[N] y = y_seen;
  vector[N] x = x_seen;
  vector[N] mu = rep_vector(0, N);
  y[y_at] = y_missing;
  x[x_at] = x_missing;
  mu += Intercept_y;
  for (n in 1 : N) mu[n] += slope * x[n];
  Intercept_y ~ student_t(3, 0, 2.5);
  sigma_y ~ student_t(3, 0, 2.5);
  Intercept_x ~ student_t(3, 0, 2.5);
  sigma_x ~ student_t(3, 0, 2.5);
  y ~ normal(mu, sigma_y);
  x ~ normal(Intercept_x, sigma_x);
}
