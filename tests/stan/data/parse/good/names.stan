// Names of distributions and functions, and words that matter in some places only.
data { int T; int lower; int upper; array[T] real gamma; }
transformed data {
  int offset = 1;
  int multiplier = offset + lower + upper;
  array[T] real exp_ = gamma;
  int y1, y_2 = 3;
}
parameters { real<lower=lower, upper=upper> beta; real lambda; real normal; vector[T] alpha; }
transformed parameters {
  real jacobian = 1;
  jacobian -= 2;
  jacobian += log(beta);
}
model {
  alpha[T] ~ normal(T, 1) T[T, T];
  T ~ poisson(lambda);
  beta ~ beta(1, 1);
  normal ~ gamma(beta, lambda);
}
