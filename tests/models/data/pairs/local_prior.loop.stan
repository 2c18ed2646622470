// Terms of the density collected in a local number, element by element.
data {
  int<lower=0> K;
  vector<lower=0>[K] s;
  array[K] real y;
}
parameters {
  vector[K] b;
  real<lower=0> tau;
}
model {
  real collected = 0;
  for (k in 1 : K) {
    collected += normal_lpdf(b[k] | 0, tau);
    collected += normal_lpdf(y[k] | b[k], s[k]);
  }
  collected += exponential_lpdf(tau | 2);
  target += collected;
}
