// A constant of a row that is NaN, where as many columns as rows leave nothing of it (seed 3753)
parameters {
  real a;
  real b;
  real<lower=0> s;
}
model {
  s ~ gamma(2, 1);
  1 ~ normal(log(a) + b, 1 / sqrt(s));
}
