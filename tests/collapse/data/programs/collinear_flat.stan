// Two equal columns without priors: the data do not determine both.
// dimension: 3 -> 2
// kept: b[2], sigma
// reason b: the data do not determine it
transformed data { matrix[3, 2] X = [[1, 1], [2, 2], [3, 3]]; vector[3] y = [0.3, -1.2, 2.5]'; }
parameters { vector[2] b; real<lower=0> sigma; }
model {
  sigma ~ exponential(1);
  y ~ normal(X * b, sigma);
}
