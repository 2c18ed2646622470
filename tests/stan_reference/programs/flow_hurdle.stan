// A hurdle model whose hurdle is only there where the mean is small.
data {
  int<lower=0> N;
  array[N] int<lower=0> y;
  vector[N] x;
}
parameters {
  real a;
  real b;
  real<lower=0, upper=1> theta;
}
model {
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  for (n in 1:N) {
    real lambda = exp(a + b * x[n]);
    if (lambda < 1) {
      if (y[n] == 0) {
        1 ~ bernoulli(theta);
      } else {
        0 ~ bernoulli(theta);
        y[n] ~ poisson(lambda) T[1, ];
      }
    } else {
      y[n] ~ poisson(lambda);
    }
  }
}
