// dimension: 2 -> 2
// kept: p
transformed data { array[3] int y = {1, 2, 3}; }
parameters { simplex[3] p; }
model {
  p ~ dirichlet([1, 2, 3]');
  y ~ categorical(p);
  2 ~ binomial(4, p[1]);
}
