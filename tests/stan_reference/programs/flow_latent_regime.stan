// A latent state with two regimes: the state itself decides about its next drift.
data {
  int<lower=1> T;
  vector[T] y;
}
parameters {
  vector[T] e;
  real<lower=0> tau;
  real<lower=0> sigma;
  real up;
  real down;
}
transformed parameters {
  vector[T] x;
  x[1] = e[1];
  for (t in 2:T) {
    if (x[t - 1] > 0.2) {
      x[t] = x[t - 1] - up + tau * e[t];
    } else {
      x[t] = 0.5 * x[t - 1] + down + 2 * tau * e[t];
    }
  }
}
model {
  e ~ std_normal();
  tau ~ normal(0, 1);
  sigma ~ normal(0, 1);
  up ~ normal(0.5, 0.5);
  down ~ normal(0.5, 0.5);
  y ~ normal(x, sigma);
}
