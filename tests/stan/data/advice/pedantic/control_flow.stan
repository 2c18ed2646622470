functions {
  real clipped(real x, real top) {
    real most = top + 1;
    if (x < 0) reject("x must not be negative");
    return x > most ? most : x;
  }
}
data {
  int<lower=0> N;
  vector[N] y;
}
parameters {
  real change;
  real<lower=0> height;
}
model {
  vector[N] mean_of_y;
  change ~ normal(0, 1);
  height ~ normal(0, 1);
  for (n in 1:N) {
    if (n < change)
      mean_of_y[n] = 0;
    else
      mean_of_y[n] = height;
  }
  y ~ normal(clipped(height, 3), 1);
  y ~ normal(mean_of_y, change > 0 ? 1 : 2);
}
