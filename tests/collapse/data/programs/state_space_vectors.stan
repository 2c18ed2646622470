// Vector states with a transition matrix; the covariance of the steps is kept.
// dimension: 12 -> 4
// kept: q, rho, sigma
transformed data {
  matrix[2, 2] A = [[0.9, 0.2], [0, 0.8]];
  row_vector[2] h = [1, 0.5];
  vector[4] y = [1, 2, 0.3, 4]';
}
parameters { array[4] vector[2] x; vector<lower=0>[2] q; real<lower=-1, upper=1> rho; real<lower=0> sigma; }
model {
  matrix[2, 2] Q = [[q[1]^2, rho * q[1] * q[2]], [rho * q[1] * q[2], q[2]^2]];
  x[1] ~ normal(0, 2);
  for (t in 2:4) x[t] ~ multi_normal(A * x[t - 1], Q);
  for (t in 1:4) y[t] ~ normal(h * x[t], sigma);
  q ~ exponential(1);
  sigma ~ exponential(1);
}
