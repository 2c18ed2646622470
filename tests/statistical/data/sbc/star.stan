// star: groups that share a mean
data { int N; int J; array[N] int group; vector[N] y; }
parameters { real mu; real<lower=0> tau; real<lower=0> sigma; vector[J] theta; }
model {
  mu ~ normal(0, 2);
  tau ~ normal(0, 1);
  sigma ~ lognormal(-0.5, 0.4);
  theta ~ normal(mu, tau);
  y ~ normal(theta[group], sigma);
}
