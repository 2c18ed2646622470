// A simplex is kept as a whole.
// dimension: 5 -> 3
// kept: a, p[2,1], p[2,2], p[2,3]
transformed data { array[4] int y = {1, 3, 2, 2}; }
parameters { real<lower=0> a; array[2] simplex[3] p; }
model {
  a ~ exponential(1);
  for (i in 1:2) p[i] ~ dirichlet([a, 2, 3]');
  y ~ categorical(p[1]);
  y ~ categorical(p[2]);
  0.3 ~ normal(p[2, 1], 1);
}
