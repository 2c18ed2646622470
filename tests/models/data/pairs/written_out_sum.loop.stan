// A predictor with an interaction made inside the loop.
data {
  int<lower=0> N;
  vector[N] x;
  vector[N] w;
  vector[N] y;
}
parameters {
  vector[4] b;
  real log_sigma;
}
model {
  for (n in 1 : N) {
    y[n] ~ normal(b[1] + b[2] * x[n] + b[3] * w[n] + b[4] * (x[n] * w[n]), exp(log_sigma));
  }
}
