// The size of a covariance matrix is decided by a parameter.
data {
  vector[4] y;
}
parameters {
  real<lower=0> rho;
  real<lower=0> sigma;
}
model {
  int n = 2;
  rho ~ lognormal(0, 0.5);
  sigma ~ lognormal(0, 0.5);
  for (i in 3:4) if (rho * i > 3.2) n = i;
  {
    matrix[n, n] S;
    for (i in 1:n) for (j in 1:n) S[i, j] = exp(-abs(i - j) / rho) + (i == j ? sigma : 0);
    y[1:n] ~ multi_normal(rep_vector(0, n), S);
    if (n < 4) y[(n + 1):] ~ normal(0, sigma);
  }
}
