// The same with steps that all items share.
functions {
  real rating_scale(int y, real ability, real difficulty, vector steps) {
    vector[rows(steps) + 1] summed = cumulative_sum(append_row(0, ability - difficulty - steps));
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
  int most = max(y);
}
parameters {
  vector<lower=0>[items] slope;
  vector[items - 1] free_difficulty;
  vector[most - 1] free_steps;
  vector[persons] ability;
  vector[covariates] effect;
}
transformed parameters {
  vector[items] difficulty = append_row(free_difficulty, -sum(free_difficulty));
  vector[most] steps = append_row(free_steps, -sum(free_steps));
}
model {
  slope ~ lognormal(1, 1);
  target += normal_lpdf(difficulty | 0, 3);
  target += normal_lpdf(steps | 0, 3);
  ability ~ normal(W * effect, 1);
  effect ~ student_t(3, 0, 1);
  for (n in 1 : responses) {
    target += rating_scale(y[n], ability[person[n]] .* slope[item[n]], difficulty[item[n]], steps);
  }
}
