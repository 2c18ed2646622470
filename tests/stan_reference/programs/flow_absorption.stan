// First-order absorption: equal rates have a formula of their own, close rates a series.
functions {
  real bateman(real t, real ka, real ke) {
    if (abs(ka - ke) < 1e-3) return ka * t * exp(-ke * t);
    if (abs(ka - ke) < 0.5) {
      real d = (ka - ke) * t;
      return ka * t * exp(-ke * t) * (1 - d / 2 + d^2 / 6 - d^3 / 24);
    }
    return ka / (ka - ke) * (exp(-ke * t) - exp(-ka * t));
  }
}
data {
  int<lower=0> N;
  vector[N] time;
  vector[N] y;
}
parameters {
  real<lower=0> ka;
  real<lower=0> ke;
  real<lower=0> scale;
}
model {
  ka ~ lognormal(0, 1);
  ke ~ lognormal(-0.5, 1);
  scale ~ lognormal(1, 1);
  for (n in 1:N) y[n] ~ normal(scale * bateman(time[n], ka, ke), 0.3);
}
