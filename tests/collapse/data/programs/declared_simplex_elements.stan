// Elements of a simplex lie between zero and one, and so do sums of two halves.
// dimension: 2 -> 0
// kept:
transformed data { array[6] int y = {1, 2, 3, 3, 2, 3}; }
parameters { simplex[3] theta; }
transformed parameters {
  real<lower=0, upper=1> first = theta[1];
  vector<lower=0>[3] odds = theta ./ 0.5;
  real<lower=0, upper=1> half = 0.5 * theta[1] + 0.5 * theta[2];
}
model {
  theta ~ dirichlet([1, 2, 0.5]');
  y ~ categorical(theta);
}
