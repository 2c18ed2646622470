// A predictor with an interaction made in the transformed data.
data {
  int<lower=0> N;
  vector[N] x;
  vector[N] w;
  vector[N] y;
}
transformed data {
  vector[N] both = x .* w;
}
parameters {
  vector[4] b;
  real log_sigma;
}
model {
  y ~ normal(b[1] + b[2] * x + b[3] * w + b[4] * both, exp(log_sigma));
}
