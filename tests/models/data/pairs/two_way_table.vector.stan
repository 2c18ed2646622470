// A table with effects of rows and columns, a row at a time.
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
    success[i] ~ binomial_logit(total[i], row_effect[i] + column_effect);
  }
}
