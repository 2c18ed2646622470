// A table with effects of rows and columns, as one list of cells.
data {
  int<lower=0> I;
  int<lower=0> J;
  array[I, J] int<lower=0> total;
  array[I, J] int<lower=0> success;
}
transformed data {
  array[I * J] int row_of;
  array[I * J] int column_of;
  for (i in 1 : I) {
    for (j in 1 : J) {
      row_of[(i - 1) * J + j] = i;
      column_of[(i - 1) * J + j] = j;
    }
  }
}
parameters {
  vector[I] row_effect;
  vector[J] column_effect;
}
model {
  row_effect ~ normal(0, 1);
  column_effect ~ normal(0, 1);
  to_array_1d(success) ~ binomial_logit(to_array_1d(total),
                                        row_effect[row_of] + column_effect[column_of]);
}
