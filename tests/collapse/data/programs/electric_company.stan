// The whole model of the paper: 96 pairs of classes in four grades.
// dimension: 108 -> 4
// kept: log_sigma
transformed data {
  array[96] int grade_of_pair;
  array[192] int pair;
  array[192] int grade;
  vector[192] treatment;
  vector[192] y;
  for (j in 1:96) grade_of_pair[j] = 1 + (j - 1) %/% 24;
  for (i in 1:192) {
    pair[i] = 1 + (i - 1) %/% 2;
    grade[i] = grade_of_pair[pair[i]];
    treatment[i] = i % 2;
    y[i] = 90 + 5 * sin(i) + 3 * treatment[i] + grade[i];
  }
}
parameters { vector[4] log_sigma; vector[4] mu_a; vector[96] a; vector[4] b; }
model {
  log_sigma ~ normal(0, 1);
  mu_a ~ normal(0, 1);
  b ~ normal(0, 100);
  a ~ normal(100 * mu_a[grade_of_pair], 1);
  y ~ normal(a[pair] + b[grade] .* treatment, exp(log_sigma[grade]));
}
