// A random walk seen with noise, by slices.
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
  x[2 : T] ~ normal(head(x, T - 1), step);
  y ~ normal(x, noise);
}
