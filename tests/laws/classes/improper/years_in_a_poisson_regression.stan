// Where the exponential is zero the density is linear, and flat across its slope, for a long way.
// proper
data {
  int N;
  array[N] int y;
  vector[N] x;
}
parameters {
  real a;
  real b;
}
model {
  y ~ poisson_log(a + b * x);
}
