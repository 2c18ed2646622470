// Monthly counts: a level that walks within bounds, a season that adds up to nearly zero over a year, and two regressors.
data {
  int<lower=12> n;
  vector[n] y;
  vector[n] x;
  vector[n] w;
}
transformed data {
  real low = mean(y) - 3 * sd(y);
  real high = mean(y) + 3 * sd(y);
}
parameters {
  vector<lower=low, upper=high>[n] level;
  vector[n] seasonal;
  real beta;
  real lambda;
  positive_ordered[3] sigma;
}
model {
  for (t in 12 : n) seasonal[t] ~ normal(-sum(seasonal[t - 11 : t - 1]), sigma[1]);
  for (t in 2 : n) level[t] ~ normal(level[t - 1], sigma[2]);
  y ~ normal(level + beta * x + lambda * w + seasonal, sigma[3]);
  sigma ~ student_t(4, 0, 1);
}
