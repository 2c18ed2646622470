functions {
  vector lotka(real t, vector z, array[] real theta, data array[] int n) {
    real u = z[1], v = z[2];
    return [(theta[1] - theta[2] * v) * u, (-theta[3] + theta[4] * u) * v]';
  }
}
data {
  int<lower=0> N;
  array[N] real ts;
  array[N, 2] real<lower=0> y;
}
parameters {
  array[4] real<lower=0> theta;
  vector<lower=0>[2] z0;
  array[2] real<lower=0> sigma;
}
transformed parameters {
  array[N] vector[2] z = ode_rk45_tol(lotka, z0, 0, ts, 1e-5, 1e-3, 500, theta, {1});
}
model {
  theta[{1, 3}] ~ normal(1, 0.5);
  theta[{2, 4}] ~ normal(0.05, 0.05);
  for (k in 1:2) y[:, k] ~ lognormal(log(z[:, k]), sigma[k]);
}
