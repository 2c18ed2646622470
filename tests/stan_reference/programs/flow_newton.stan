// A Newton iteration with a tolerance, in a function.
functions {
  real solve(real a, real c) {
    real x = 1;
    real step = 1;
    int iterations = 0;
    while (abs(step) > 1e-9) {
      step = (x * exp(a * x) - c) / (exp(a * x) * (1 + a * x));
      x -= step;
      iterations += 1;
      if (iterations > 60) reject("no root for ", a, " and ", c);
    }
    return x;
  }
}
data {
  int<lower=0> N;
  vector[N] c;
  vector[N] y;
}
parameters {
  real<lower=0> a;
  real<lower=0> sigma;
}
model {
  a ~ gamma(2, 2);
  sigma ~ exponential(1);
  for (n in 1:N) y[n] ~ normal(solve(a, c[n]), sigma);
}
