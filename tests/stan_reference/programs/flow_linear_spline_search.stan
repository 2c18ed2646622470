// Linear interpolation between parameters; the cell of a point is searched among knots that are parameters.
functions {
  int cell(real x, vector knots) {
    int k = 1;
    while (k < num_elements(knots) - 1 && x > knots[k + 1]) k += 1;
    return k;
  }
}
data {
  int<lower=0> N;
  int<lower=2> K;
  vector[N] x;
  vector[N] y;
}
parameters {
  simplex[K] widths;
  vector[K + 1] heights;
  real<lower=0> sigma;
}
model {
  vector[K + 1] knots;
  knots[1] = 0;
  for (k in 1:K) knots[k + 1] = knots[k] + widths[k];
  widths ~ dirichlet(rep_vector(3, K));
  heights ~ normal(0, 1);
  sigma ~ normal(0, 1);
  for (n in 1:N) {
    int k = cell(x[n], knots);
    real w = (x[n] - knots[k]) / (knots[k + 1] - knots[k]);
    y[n] ~ normal((1 - w) * heights[k] + w * heights[k + 1], sigma);
  }
}
