// draws: finite
// reference: z[3,1] mean 0 sd 1
// self-test: passes
data {
  int N;
  int J;
  array[N] int g;
  vector[N] y;
}
parameters {
  real a;
  matrix[J, 2] z;
  vector<lower=0>[2] tau;
  real<lower=0> s;
}
model {
  a ~ normal(0, 1);
  s ~ exponential(1);
  tau ~ exponential(1);
  to_vector(z) ~ normal(0, 1);
  y ~ normal(a + tau[1] * z[g, 1] + tau[2] * z[g, 2], s);
}
