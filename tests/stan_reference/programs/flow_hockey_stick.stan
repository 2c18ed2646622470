// Stock and recruitment with a hockey stick.
data {
  int N;
  vector<lower=0>[N] S;
  vector<lower=0>[N] R;
}
parameters {
  real<lower=0> a;
  real<lower=0> S_star;
  real<lower=0> sigma;
}
model {
  vector[N] R_hat;
  for (n in 1:N) {
    if (S[n] <= S_star) R_hat[n] = a * S[n];
    else R_hat[n] = a * S_star;
  }
  a ~ lognormal(0, 1);
  S_star ~ lognormal(0.5, 0.5);
  sigma ~ inv_gamma(2, 1);
  R ~ lognormal(log(R_hat) - 0.5 * sigma^2, sigma);
}
