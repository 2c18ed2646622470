// columns of full rank, though only their last digits say so
// proper
data {
  int N;
  vector[N] x;
  vector[N] y;
}
parameters {
  real a;
  real b;
  real c;
  real d;
  real e;
  real<lower=0> s;
}
model {
  y ~ normal(a + b * x + c * x^2 + d * x^3 + e * x^4, s);
}
