// Order statistics of parameters: sort, rank and sort_indices.
data {
  int<lower=0> N;
  vector[N] y;
}
parameters {
  vector[N] theta;
  real<lower=0> sigma;
}
transformed parameters {
  vector[N] ordered_theta = sort_asc(theta);
  real median = 0.5 * (ordered_theta[N %/% 2] + ordered_theta[N %/% 2 + 1]);
}
model {
  array[N] int order = sort_indices_desc(theta);
  theta ~ normal(0, 1);
  sigma ~ exponential(1);
  y ~ normal(ordered_theta, sigma);
  for (n in 1:N) target += -0.1 * n * theta[order[n]];
  target += -square(median) * rank(theta, 1);
}
