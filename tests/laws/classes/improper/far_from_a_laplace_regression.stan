// All residuals have one sign where chains begin, and the density is linear.
// proper
data {
  int N;
  vector[N] y;
  vector[N] x;
}
parameters {
  real a;
  real b;
  real<lower=0> s;
}
model {
  s ~ exponential(1);
  y ~ double_exponential(a + b * x, s);
}
