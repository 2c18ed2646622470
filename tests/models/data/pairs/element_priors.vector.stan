// Priors given to whole containers.
data {
  int<lower=0> K;
  vector<lower=0>[K] s;
}
parameters {
  vector[K] b;
  array[3] real<lower=0> r;
  matrix[2, 3] m;
}
model {
  b ~ normal(0, s);
  r ~ gamma(2, [1, 0.5, 3]);
  to_vector(m) ~ std_normal();
}
