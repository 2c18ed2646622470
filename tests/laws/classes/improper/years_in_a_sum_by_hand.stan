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
  vector[N] eta = a + b * x;
  target += dot_product(to_vector(y), eta) - sum(exp(eta));
}
