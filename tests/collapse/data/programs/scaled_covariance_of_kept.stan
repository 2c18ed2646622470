// The matrices have parameters that stay, in a block with the scale and beside one.
// dimension: 5 -> 1
// kept: rho
transformed data {
  array[3] vector[2] y = {[1.2, 0.3]', [0.1, -0.4]', [2.2, 0.9]'};
}
parameters { real<lower=0> v; vector[2] mu; real<lower=0> p; real<lower=-1, upper=1> rho; }
model {
  p ~ gamma(2, 1);
  v ~ scaled_inv_chi_square(3, 0.7);
  mu ~ multi_normal([0, 1]', v * [[2, rho], [rho, 1]]);
  y ~ multi_normal(mu, v * 2 * [[1, rho], [rho, 1]]);
  y[1] ~ multi_normal([rho, 0]', inv(p) * [[1, rho], [rho, 3]]);
}
