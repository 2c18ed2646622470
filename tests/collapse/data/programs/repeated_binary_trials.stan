// dimension: 7 -> 2
// kept: kappa, phi
transformed data { array[5] int n = {45, 45, 45, 45, 45}; array[5] int y = {18, 17, 16, 15, 7}; }
parameters { real<lower=0, upper=1> phi; real<lower=1> kappa; vector<lower=0, upper=1>[5] theta; }
model {
  kappa ~ pareto(1, 1.5);
  theta ~ beta(phi * kappa, (1 - phi) * kappa);
  y ~ binomial(n, theta);
}
