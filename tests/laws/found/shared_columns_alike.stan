// Normal equations of shared columns lost digits that no pivot showed (seed 326027)
data {
  int<lower=0> J;
}
parameters {
  real m1;
  real<lower=0> s1;
  vector[J] u1;
  vector[J] w1;
  real<lower=0> t1;
  real a2;
}
model {
  m1 ~ normal(0, 100);
  u1 ~ normal(m1, 1);
  w1 ~ normal(u1, t1);
  1 ~ normal(u1[1] + w1[1] + a2, 1);
}
