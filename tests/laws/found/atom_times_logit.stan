// Compression gave a value to a parameter that an atom is multiplied with (seed 314204)
data {
  int<lower=0> K;
}
parameters {
  real b;
  simplex[K] w;
}
model {
  1 ~ normal(to_vector(lower_upper_bound_unconstrain(w[1], 0, 1) * rep_matrix(b, K, K)), 1);
}
