// Responses in ordered categories, with as many steps as an item has, by a function per response; abilities by a regression.
functions {
  real partial_credit(int y, real ability, vector steps) {
    vector[rows(steps) + 1] summed = cumulative_sum(append_row(0, ability - steps));
    return categorical_lpmf(y + 1 | softmax(summed));
  }
}
data {
  int<lower=1> items;
  int<lower=1> persons;
  int<lower=1> responses;
  array[responses] int<lower=1, upper=items> item;
  array[responses] int<lower=1, upper=persons> person;
  array[responses] int<lower=0> y;
  int<lower=1> covariates;
  matrix[persons, covariates] W;
}
transformed data {
  array[items] int most = rep_array(0, items);
  array[items] int first;
  for (n in 1 : responses) {
    if (y[n] > most[item[n]]) {
      most[item[n]] = y[n];
    }
  }
  first[1] = 1;
  for (i in 2 : items) {
    first[i] = first[i - 1] + most[i - 1];
  }
}
parameters {
  vector<lower=0>[items] slope;
  vector[sum(most) - 1] free;
  vector[persons] ability;
  vector[covariates] effect;
}
transformed parameters {
  vector[sum(most)] steps = append_row(free, -sum(free));
}
model {
  slope ~ lognormal(1, 1);
  target += normal_lpdf(steps | 0, 3);
  ability ~ normal(W * effect, 1);
  effect ~ student_t(3, 0, 1);
  for (n in 1 : responses) {
    target += partial_credit(y[n], ability[person[n]] * slope[item[n]],
                             segment(steps, first[item[n]], most[item[n]]));
  }
}
