// Party identification on ideology and demography; flat priors.
data {
  int<lower=0> N;
  vector[N] partyid7;
  vector[N] real_ideo;
  vector[N] race_adj;
  vector[N] educ1;
  vector[N] gender;
  vector[N] income;
  array[N] int age_discrete;
}
transformed data {
  // Ages in four classes; the first is the base line.
  matrix[N, 3] age_class;
  for (n in 1 : N) {
    for (k in 1 : 3) {
      age_class[n, k] = age_discrete[n] == k + 1;
    }
  }
  matrix[N, 9] X = append_col(append_col([rep_vector(1, N)', real_ideo', race_adj']', age_class),
                              [educ1', gender', income']');
}
parameters {
  vector[9] beta;
  real<lower=0> sigma;
}
model {
  partyid7 ~ normal(X * beta, sigma);
}
