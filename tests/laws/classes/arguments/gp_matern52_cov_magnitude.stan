// magnitude and length scale are positive
// self-test: passes
// density at {"x": -1.5}: rejected
// density at {"x": 0}: rejected
// density at {"x": 1.5}: finite
parameters {
  real<lower=-3, upper=3> x;
}
model {
  matrix[3, 3] K = add_diag(gp_matern52_cov({0.1, 0.4, 1.1}, x, 1.2), 0.5);
  target += multi_normal_lpdf([0.3, 0.1, -0.2]' | rep_vector(0, 3), K);
}
