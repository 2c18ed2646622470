// A table with effects of rows and columns, cell by cell.
data {
  int<lower=0> I;
  int<lower=0> J;
  array[I, J] int<lower=0> total;
  array[I, J] int<lower=0> success;
}
parameters {
  vector[I] row_effect;
  vector[J] column_effect;
}
model {
  row_effect ~ normal(0, 1);
  column_effect ~ normal(0, 1);
  for (i in 1 : I) {
    for (j in 1 : J) {
      success[i, j] ~ binomial_logit(total[i, j], row_effect[i] + column_effect[j]);
    }
  }
}
