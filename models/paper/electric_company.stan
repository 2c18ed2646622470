// Reading scores of pairs of classes (Gelman and Hill 2006), as the paper writes it.
data {
  int<lower=0> N;
  int<lower=0> n_pair;
  int<lower=0> n_grade;
  int<lower=0> n_grade_pair;
  array[N] int<lower=1, upper=n_grade> grade;
  array[n_pair] int<lower=1, upper=n_grade_pair> grade_pair;
  array[N] int<lower=1, upper=n_pair> pair;
  vector[N] treatment;
  vector[N] y;
}
parameters {
  vector[n_grade_pair] mu_a;
  vector[n_grade] log_sigma;
  vector[n_pair] a;
  vector[n_grade] b;
}
model {
  mu_a ~ normal(0, 1);
  log_sigma ~ normal(0, 1);
  a ~ normal(100 * mu_a[grade_pair], 1);
  b ~ normal(0, 100);
  y ~ normal(a[pair] + b[grade] .* treatment, exp(log_sigma[grade]));
}
