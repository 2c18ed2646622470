// dimension: 11 -> 3
// kept: s1, s2, s3
transformed data {
  array[5] int parent = {1, 1, 2, 2, 2};
  array[8] int g = {1, 2, 3, 4, 5, 5, 1, 3};
  vector[8] y = [1.1, 0.2, -0.4, 2.2, 0.9, 1.4, 0.8, -1]';
}
parameters {
  real mu; vector[2] a; vector[5] b;
  real<lower=0> s1; real<lower=0> s2; real<lower=0> s3;
}
model {
  mu ~ normal(0, 5);
  a ~ normal(mu, s1);
  b ~ normal(a[parent], s2);
  y ~ normal(b[g], s3);
  s1 ~ cauchy(0, 1);
  s2 ~ cauchy(0, 1);
  s3 ~ cauchy(0, 1);
}
