// dimension: 5 -> 2
// kept: kappa, phi
transformed data { array[3] int n = {5, 9, 1}; array[3] int y = {2, 9, 0}; }
parameters { real<lower=0, upper=1> phi; real<lower=0> kappa; vector<lower=0, upper=1>[3] theta; }
model {
  kappa ~ pareto(0.1, 1.5);
  theta ~ beta(phi * kappa, (1 - phi) * kappa);
  y ~ binomial(n, theta);
}
