// Coefficients below a threshold are set to zero, in a copy; the active columns make a smaller matrix.
data {
  int N;
  matrix[N, 3] X;
  vector[N] y;
}
parameters {
  vector[3] beta;
  real<lower=0, upper=1> lambda;
  real<lower=0> sigma;
}
model {
  array[3] int active;
  int n = 0;
  beta ~ double_exponential(0, 1);
  lambda ~ beta(2, 2);
  sigma ~ exponential(1);
  for (j in 1:3) {
    if (abs(beta[j]) < lambda) continue;
    n += 1;
    active[n] = j;
  }
  y ~ normal(X[ : , active[1:n]] * beta[active[1:n]], sigma);
  target += -0.3 * n;
}
