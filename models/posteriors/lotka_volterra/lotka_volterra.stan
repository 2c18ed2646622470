// Lynx and hares: the Lotka-Volterra equations with lognormal errors of the counts.
functions {
  // Growth of prey (z[1]) and predators (z[2]).
  array[] real growth(real time, array[] real z, array[] real theta, array[] real no_reals,
                      array[] int no_ints) {
    real prey = (theta[1] - theta[2] * z[2]) * z[1];
    real predators = (-theta[3] + theta[4] * z[1]) * z[2];
    return {prey, predators};
  }
}
data {
  int<lower=0> N;
  array[N] real ts;
  array[2] real y_init;
  array[N, 2] real<lower=0> y;
}
parameters {
  array[4] real<lower=0> theta;
  array[2] real<lower=0> z_init;
  array[2] real<lower=0> sigma;
}
transformed parameters {
  array[N, 2] real z = integrate_ode_rk45(growth, z_init, 0, ts, theta, rep_array(0.0, 0),
                                          rep_array(0, 0), 1e-5, 1e-3, 5e2);
}
model {
  theta[{1, 3}] ~ normal(1, 0.5);
  theta[{2, 4}] ~ normal(0.05, 0.05);
  sigma ~ lognormal(-1, 1);
  z_init ~ lognormal(log(10), 1);
  for (species in 1 : 2) {
    y_init[species] ~ lognormal(log(z_init[species]), sigma[species]);
    y[ : , species] ~ lognormal(log(z[ : , species]), sigma[species]);
  }
}
