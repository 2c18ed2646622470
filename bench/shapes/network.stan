// A network with one hidden layer and a category per row.
data {
  int<lower=1> N;
  int<lower=1> inputs;
  int<lower=1> hidden;
  int<lower=2> classes;
  matrix[N, inputs] x;
  array[N] int<lower=1, upper=classes> y;
}
transformed data {
  matrix[N, inputs + 1] x1 = append_col(rep_vector(1, N), x);
}
parameters {
  matrix[inputs + 1, hidden] alpha;
  matrix[hidden + 1, classes - 1] beta;
  real<lower=0> sd_alpha;
  real<lower=0> sd_beta;
}
model {
  matrix[N, hidden] units = tanh(x1 * alpha);
  matrix[N, classes] score = append_col(rep_vector(0, N), append_col(rep_vector(1, N), units) * beta);
  to_vector(alpha) ~ normal(0, sd_alpha);
  to_vector(beta) ~ normal(0, sd_beta);
  sd_alpha ~ normal(0, 1);
  sd_beta ~ normal(0, 1);
  for (n in 1 : N) {
    y[n] ~ categorical_logit(score[n]');
  }
}
