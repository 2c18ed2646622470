// Bisection: every comparison chooses a half.
functions {
  real root(real a, real b) {
    real low = 0;
    real high = 4;
    real mid = 2;
    for (i in 1:40) {
      mid = 0.5 * (low + high);
      if (mid^3 + a * mid - b > 0) high = mid;
      else low = mid;
      if (high - low < 1e-6) break;
    }
    return mid - (mid^3 + a * mid - b) / (3 * mid^2 + a);
  }
}
data {
  int<lower=0> N;
  vector[N] y;
}
parameters {
  real<lower=0> a;
  real<lower=0> b;
}
transformed parameters {
  real x = root(a, b);
}
model {
  a ~ lognormal(0, 1);
  b ~ lognormal(0, 1);
  y ~ normal(x, 0.5);
}
