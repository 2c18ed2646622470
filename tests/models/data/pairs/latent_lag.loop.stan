// A random walk seen with noise, one step at a time.
data {
  int<lower=1> T;
  vector[T] y;
}
parameters {
  vector[T] x;
  real<lower=0> step;
  real<lower=0> noise;
}
model {
  step ~ normal(0, 1);
  noise ~ normal(0, 1);
  x[1] ~ normal(0, 5);
  for (t in 2 : T) {
    x[t] ~ normal(x[t - 1], step);
  }
  for (t in 1 : T) {
    y[t] ~ normal(x[t], noise);
  }
}
