// Kept and collapsed elements of one vector in the same rows.
// dimension: 6 -> 3
// kept: b[1], b[4], sigma
transformed data {
  matrix[5, 4] X = [[1, 0.5, 2, 1], [1, -0.5, 1, 0], [1, 1.5, 0, 1], [1, 2, -1, 0], [1, 0.3, 0.4, 2]];
  vector[5] y = [1, 2, 0.3, 4, 2.2]';
}
parameters { vector[4] b; real a; real<lower=0> sigma; }
model {
  b[1] ~ student_t(3, 0, 1);
  b[2:3] ~ normal(b[1], 1);
  b[4] ~ cauchy(0, 1);
  a ~ normal(b[4], 2);
  sigma ~ exponential(1);
  y ~ normal(a + X * b, sigma);
}
