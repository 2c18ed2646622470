// Parameters in an array of tuples and in a complex vector, some of which are integrated out.
data {
  int<lower=0> N;
  vector[N] y;
}
parameters {
  array[2] tuple(real, vector<lower=0>[2]) pairs;
  complex_vector[2] z;
}
model {
  for (i in 1 : 2) {
    pairs[i].1 ~ normal(0, pairs[i].2[1]);
    pairs[i].2 ~ exponential(i);
  }
  get_real(z) ~ normal(1, 2);
  get_imag(z) ~ normal(3, 4);
  y ~ normal(pairs[1].1 + pairs[2].1, 1);
}
