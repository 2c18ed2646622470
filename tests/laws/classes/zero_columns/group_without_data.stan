// draws: finite
// reference: z[3] mean 0 sd 1
// self-test: passes
data {
  int N;
  int J;
  array[N] int g;
  vector[N] y;
}
parameters {
  real a;
  vector[J] z;
  real<lower=0> s;
  real<lower=0> tau;
}
model {
  a ~ normal(0, 1);
  s ~ exponential(1);
  tau ~ exponential(1);
  z ~ normal(0, 1);
  y ~ normal(a + tau * z[g], s);
}
