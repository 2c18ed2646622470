// Whether a number that is nothing but rounding is zero (seed 342523)
data {
  int<lower=0> K;
  vector[K] x;
}
parameters {
  real m0;
  vector<lower=0>[K] q;
  matrix[K, K] A;
  matrix[K, K] B;
}
model {
  1 ~ lognormal(logical_or(quad_form(A, x), sum(sum_to_zero_constrain(B))), 1.5);
  m0 ~ normal(0, 1);
}
