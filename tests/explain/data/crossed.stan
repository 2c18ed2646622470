// Crossed effects: students and items.
data {
  int<lower=1> N, S, I;
  array[N] int<lower=1, upper=S> student;
  array[N] int<lower=1, upper=I> item;
  vector[N] y;
}
parameters {
  real mu;
  vector[S] a;
  vector[I] b;
  real<lower=0> sd_a, sd_b, sigma;
}
model {
  a ~ normal(0, sd_a);
  b ~ normal(0, sd_b);
  sd_a ~ normal(0, 1);
  sd_b ~ normal(0, 1);
  sigma ~ normal(0, 1);
  y ~ normal(mu + a[student] + b[item], sigma);
}
