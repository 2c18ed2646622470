// Reading scores of pairs of classes with the pairs integrated out by hand, and drawn back.
//
// The two classes of a pair share a ~ normal(m, 1): half their sum and half their difference are independent, with variances
// 1 + s^2 / 2 and s^2 / 2.
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
transformed data {
  array[n_pair] int treated;
  array[n_pair] int control;
  if (N != 2 * n_pair) reject("every pair has two classes");
  for (i in 1:N) {
    if (grade[i] != grade_pair[pair[i]]) reject("both classes of a pair are of the same grade");
    if (treatment[i] == 1) treated[pair[i]] = i;
    else control[pair[i]] = i;
  }
  vector[n_pair] half_sum = 0.5 * (y[treated] + y[control]);
  vector[n_pair] half_difference = 0.5 * (y[treated] - y[control]);
}
parameters {
  vector[n_grade_pair] mu_a;
  vector[n_grade] log_sigma;
  vector[n_grade] b;
}
model {
  vector[n_grade] half_variance = 0.5 * exp(2 * log_sigma);
  mu_a ~ normal(0, 1);
  log_sigma ~ normal(0, 1);
  b ~ normal(0, 100);
  half_sum ~ normal((100 * mu_a + 0.5 * b)[grade_pair], sqrt(1 + half_variance)[grade_pair]);
  half_difference ~ normal((0.5 * b)[grade_pair], sqrt(half_variance)[grade_pair]);
}
generated quantities {
  vector[n_pair] a;
  for (j in 1:n_pair) {
    int g = grade_pair[j];
    real half_variance = 0.5 * exp(2 * log_sigma[g]);
    real share = 1 / (1 + half_variance);
    real m = 100 * mu_a[g];
    a[j] = normal_rng(m + share * (half_sum[j] - 0.5 * b[g] - m), sqrt(half_variance * share));
  }
}
