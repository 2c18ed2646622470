// A basis times scaled coefficients.
// dimension: 7 -> 2
// kept: sigma, tau
transformed data {
  matrix[5, 4] B = [[1, 0, 0, 0], [0.5, 0.5, 0, 0], [0, 0.4, 0.6, 0], [0, 0, 0.3, 0.7], [0, 0, 0, 1]];
  vector[5] y = [1, 2, 0.3, 4, 1]';
}
parameters { vector[4] z; real a; real<lower=0> tau; real<lower=0> sigma; }
model {
  z ~ std_normal();
  a ~ normal(0, 5);
  tau ~ exponential(1);
  sigma ~ exponential(1);
  y ~ normal(a + B * (tau * z), sigma);
}
