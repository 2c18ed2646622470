// Truncation at a parameter that can pass the observation: the density is zero there.
data {
  int N;
  vector[N] y;
}
parameters {
  real<lower=0> rate;
  real low;
}
model {
  rate ~ exponential(1);
  low ~ normal(0, 1);
  for (n in 1:N) {
    if (low > 0) y[n] ~ exponential(rate) T[low - 0.8, ];
    else y[n] ~ exponential(rate) T[, 2 + low];
  }
}
