// also between two sets of points, and if nothing uses it
// self-test: passes
// density at {"x": -1.5}: rejected
// density at {"x": 1.5}: finite
parameters {
  real<lower=-3, upper=3> x;
}
transformed parameters {
  matrix[3, 2] K = gp_exp_quad_cov({0.1, 0.4, 1.1}, {0.5, 2}, 1.2, x);
}
