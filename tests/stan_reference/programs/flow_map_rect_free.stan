// Group by group, a function adds up rows until a budget that is a parameter is used up.
functions {
  real group_lpmf(array[] int k, vector x, real a, real b, real budget) {
    real used = 0;
    real lp = 0;
    for (n in 1:size(k)) {
      real rate = exp(a + b * x[n]);
      used += rate;
      if (used > budget) {
        lp += poisson_lpmf(k[n] | budget / n);
        return lp;
      }
      lp += poisson_lpmf(k[n] | rate);
    }
    return lp;
  }
}
data {
  int K;
  int N;
  array[K] vector[N] x;
  array[K, N] int k;
}
parameters {
  vector[K] a;
  real b;
  real<lower=0> budget;
}
model {
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  budget ~ gamma(3, 1);
  for (j in 1:K) k[j] ~ group(x[j], a[j], b, budget);
}
