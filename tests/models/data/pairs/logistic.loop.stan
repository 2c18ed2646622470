// A logistic regression, one row at a time.
data {
  int<lower=0> N;
  int<lower=0> K;
  matrix[N, K] x;
  array[N] int<lower=0, upper=1> z;
}
parameters {
  real a;
  vector[K] b;
}
model {
  a ~ student_t(3, 0, 2.5);
  b ~ normal(0, 1);
  for (n in 1 : N) {
    z[n] ~ bernoulli_logit(a + dot_product(x[n], b));
  }
}
