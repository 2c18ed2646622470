// Insurance: a deductible and a limit that are parameters, as piecewise functions written with min and if.
data {
  int N;
  vector[N] loss;
  vector[N] paid;
}
parameters {
  real<lower=0> deductible;
  real<lower=0> width;
  real<lower=0, upper=1> coinsurance;
  real<lower=0> sigma;
}
transformed parameters {
  vector[N] expected;
  for (n in 1:N) {
    real excess = loss[n] - deductible;
    if (excess <= 0) {
      expected[n] = 0;
      continue;
    }
    expected[n] = coinsurance * (excess > width ? width : excess);
  }
}
model {
  deductible ~ exponential(1);
  width ~ exponential(0.5);
  sigma ~ exponential(2);
  paid ~ normal(expected, sigma);
}
