// The start of a border whose columns are alike was far away (seed 801885)
data { int<lower=0> N; int<lower=0> J; int<lower=0> K; vector[N] y; matrix[N, K] X; vector<lower=0>[N] r; }
parameters { vector[K] b1; real<lower=0> t1; real m1; real s2; vector[J] u2; vector[J] w2; }
model {
  m1 ~ normal(0, 1);
  b1 ~ normal(m1, 1);
  u2 ~ normal(1, s2);
  for (i in 1:N)
    target += r[i] * normal_lpdf(y[i] | (X * b1 + (u2[1] + w2[1]))[i], 1);
}
