// A row of a matrix has another use; the elements are named by their indices.
// dimension: 7 -> 4
// kept: b[2,1], b[2,2], b[2,3], tau
transformed data { matrix[2, 3] y = [[1, 2, 0.3], [4, 2.2, -1]]; }
parameters { matrix[2, 3] b; real<lower=0> tau; }
model {
  to_vector(b) ~ normal(0, tau);
  to_vector(y) ~ normal(to_vector(b), 1);
  1 ~ bernoulli_logit(dot_self(b[2]));
  tau ~ exponential(1);
}
