data {
  int<lower=0> N;
  array[N] real y;
}
transformed data {
  real y_mean = mean(y);
  int M = N * 2 - 1;
  array[M] int order;
  for (i in 1 : M) order[i] = i % 2;
}
parameters {
  real mu;
  real<lower=0> sigma;
}
transformed parameters {
  real centred = mu - y_mean;
  vector[M] rep = rep_vector(centred, M);
}
model {
  real total = 0;
  mu ~ normal(y_mean, 10);
  sigma ~ cauchy(0, 2.5);
  for (n in 1 : N) total += normal_lpdf(y[n] | mu, sigma);
  target += total;
}
generated quantities {
  array[N] real y_rep = normal_rng(rep_vector(mu, N), sigma);
  int big = y_rep[1] > 3;
  vector[M] twice = 2 * rep;
}
