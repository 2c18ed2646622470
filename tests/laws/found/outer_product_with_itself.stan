// The outer product of a vector with itself was taken for linear.
data {
  int<lower=0> K;
}
parameters {
  vector[K] u;
}
model {
  u ~ std_normal();
  1 ~ normal(to_vector(u * u'), 1);
}
