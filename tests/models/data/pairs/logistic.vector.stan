// A logistic regression as a whole.
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
  z ~ bernoulli_logit(a + x * b);
}
