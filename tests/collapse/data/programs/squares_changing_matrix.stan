// The matrix of a proper autoregression depends on how much of it there is.
// dimension: 4 -> 4
// kept: alpha, x
// reason x: depends on parameters
transformed data { matrix[3, 3] W = [[0, 1, 0], [1, 0, 1], [0, 1, 0]]; vector[3] y = [0.4, 1.2, 0.9]'; }
parameters { vector[3] x; real<lower=0, upper=1> alpha; }
model {
  target += -0.5 * x' * (diag_matrix([1, 2, 1]') - alpha * W) * x;
  y ~ normal(x, 1);
}
