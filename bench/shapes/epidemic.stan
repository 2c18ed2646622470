// An epidemic by bacteria in water: susceptible, infected, recovered, and the bacteria.
functions {
  vector flow(real t, vector y, real beta, real gamma, real xi) {
    real infected = beta * y[4] / (y[4] + 1e6) * y[1];
    return [-infected, infected - gamma * y[2], gamma * y[2], xi * y[2] - 0.33 * y[4]]';
  }
}
data {
  int<lower=1> N;
  array[N] real<lower=0> times;
  vector[4] y0;
  array[N] int<lower=0> cases;
  array[N] real<lower=0> bacteria;
}
parameters {
  real<lower=0> beta;
  real<lower=0> gamma;
  real<lower=0> xi;
  real<lower=0> sigma;
}
transformed parameters {
  array[N] vector[4] y = ode_rk45_tol(flow, y0, 0, times, 1e-6, 1e-6, 1000, beta, gamma, xi);
}
model {
  beta ~ cauchy(0, 2.5);
  gamma ~ cauchy(0, 1);
  xi ~ cauchy(0, 25);
  sigma ~ cauchy(0, 1);
  cases[1] ~ poisson(fmax(1e-9, y0[1] - y[1, 1]));
  for (n in 2 : N) {
    cases[n] ~ poisson(fmax(1e-9, y[n - 1, 1] - y[n, 1]));
  }
  for (n in 1 : N) {
    bacteria[n] ~ lognormal(log(fmax(1e-9, y[n, 4])), sigma);
  }
}
