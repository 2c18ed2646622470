// Exponentials of what is collapsed, its softmax, its magnitude and the like have their bounds.
// dimension: 6 -> 1
// kept: tau
transformed data {
  vector[5] y = [0.3, -1.2, 2.5, 0.9, 1.1]';
  vector[5] x = [1, 2, 3, 4, 5]';
}
parameters { real a; real b; vector[3] u; real<lower=0> tau; }
transformed parameters {
  vector<lower=0>[5] s = exp(a + b * x);
  real<lower=0> product = tau * exp(a);
  real<lower=0, upper=1> p = inv_logit(b);
  real<lower=0, upper=1> f = Phi(a);
  vector<lower=0>[3] magnitude = abs(u);
  vector<lower=0>[3] total = cumulative_sum(square(u));
  real<lower=0> most = fmax(a, 0);
  real<upper=2> least = fmin(b, 2);
  real<lower=0> soft = log1p_exp(b);
  vector<lower=0, upper=1>[3] share = softmax(u);
  array[2] real<lower=-1, upper=1> wave = {sin(a), tanh(b)};
}
model {
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  u ~ normal(a, 1);
  tau ~ cauchy(0, 1);
  y ~ normal(a + b * x, tau);
  y[1:3] ~ normal(u, 1);
}
