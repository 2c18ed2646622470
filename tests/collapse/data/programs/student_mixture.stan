// Student's t as a mixture of scales: the many precisions go, the mean stays.
// dimension: 7 -> 2
// kept: mu, nu
// reason mu: lambda
transformed data { vector[5] y = [0.4, 1.2, 0.9, 3, -4]'; }
parameters { real mu; real<lower=1> nu; vector<lower=0>[5] lambda; }
model {
  mu ~ normal(0, 5);
  nu ~ gamma(2, 0.1);
  lambda ~ gamma(0.5 * nu, 0.5 * nu);
  for (i in 1:5) y[i] ~ normal(mu, inv_sqrt(lambda[i]));
}
