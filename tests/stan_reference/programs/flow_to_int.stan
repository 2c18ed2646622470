// Computed indices by comparisons that are summed, into vectors of parameters and data.
data {
  int K;
  array[K] int table;
}
parameters {
  vector[K] w;
  real u;
}
model {
  int k = 1 + (u > -0.6) + (u > 0) + (u > 0.4) + (u > 0.9);
  w ~ normal(0, 1);
  u ~ normal(0, 1);
  target += w[k] * table[K + 1 - k];
  target += -square(w[table[k] % K + 1]) - sum(w[1:k]) + sum(w[k:]) * 0.3;
}
