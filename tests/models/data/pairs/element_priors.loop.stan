// Priors given element by element, some in loops, some one after the other.
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
  for (k in 1 : K) {
    b[k] ~ normal(0, s[k]);
  }
  r[1] ~ gamma(2, 1);
  r[2] ~ gamma(2, 0.5);
  r[3] ~ gamma(2, 3);
  for (j in 1 : 3) {
    for (i in 1 : 2) {
      target += std_normal_lpdf(m[i, j]);
    }
  }
}
