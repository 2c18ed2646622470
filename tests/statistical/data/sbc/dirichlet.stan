// Dirichlet
data { int K; array[2, K] int y; array[3] int kind; }
parameters { real<lower=0> a; simplex[K] p; simplex[K] flat; }
model {
  a ~ lognormal(0.5, 0.5);
  p ~ dirichlet([a, 2, a]');
  y[1] ~ multinomial(p);
  y[2] ~ multinomial(flat);
  kind ~ categorical(p);
}
