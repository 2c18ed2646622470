// Predators and prey: an ordinary differential equation with tight tolerances, start and rates unknown.
functions {
  vector hunt(real t, vector z, vector theta, data real unit) {
    vector[2] slope;
    slope[1] = (theta[1] - theta[2] * z[2]) * z[1] / unit;
    slope[2] = (-theta[3] + theta[4] * z[1]) * z[2] / unit;
    return slope;
  }
}
data {
  int<lower=0> N;
  array[N] real times;
  array[N, 2] real<lower=0> y;
}
parameters {
  vector<lower=0, upper=2>[4] theta;
  vector<lower=0.5, upper=3>[2] start;
  array[2] real<lower=0> sigma;
}
transformed parameters {
  array[N] vector[2] z = ode_rk45_tol(hunt, start, 0.0, times, 1e-13, 1e-13, 100000, theta, 1.5);
}
model {
  theta ~ normal(1, 0.5);
  start ~ lognormal(0, 1);
  sigma ~ lognormal(-1, 1);
  for (k in 1:2) {
    y[, k] ~ lognormal(log(z[, k]), sigma[k]);
  }
}
