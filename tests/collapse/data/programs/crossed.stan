// dimension: 9 -> 3
// kept: sa, sb, sigma
transformed data {
  array[8] int g = {1, 1, 2, 3, 3, 3, 2, 1};
  array[8] int h = {1, 2, 1, 2, 1, 2, 2, 2};
  vector[8] y = [1, 2, 0.3, 4, 2.2, -1, 0.1, 0.4]';
}
parameters { real mu; vector[3] a; vector[2] b; real<lower=0> sa; real<lower=0> sb; real<lower=0> sigma; }
model {
  mu ~ normal(0, 10);
  a ~ normal(0, sa);
  b ~ normal(0, sb);
  y ~ normal(mu + a[g] + b[h], sigma);
  sa ~ exponential(1);
  sb ~ exponential(1);
  sigma ~ exponential(1);
}
