parameters {
  real<lower=0, upper=1> y;
  real<lower=0> a;
}
model {
  y ~ skew_normal(a, 1, 2) T[0, ];
  2 ~ categorical([0.4, 0.6]') T[1, ];
}
