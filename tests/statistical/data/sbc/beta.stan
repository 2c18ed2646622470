// beta
data { int J; array[J] int n; array[J] int y; }
parameters { real<lower=0, upper=1> phi; real<lower=0> kappa; vector<lower=0, upper=1>[J] theta; }
model {
  phi ~ beta(2, 2);
  kappa ~ lognormal(1, 0.5);
  theta ~ beta(phi * kappa, (1 - phi) * kappa);
  y ~ binomial(n, theta);
}
