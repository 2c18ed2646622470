data {
  int T;
  array[T] real gamma;
}
parameters {
  real beta;
  real<lower=0> lambda;
  real normal;
}
model {
  beta ~ normal(normal, lambda);
  gamma ~ gamma(exp(beta), lambda);
  target += gamma_lpdf(gamma | 2, lambda) + beta(1, 2);
}
