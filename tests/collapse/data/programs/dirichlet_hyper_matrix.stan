// Each simplex with a prior of its own.
// dimension: 8 -> 2
// kept: a
transformed data { array[5] int g = {1, 2, 3, 1, 1}; array[5] int y = {1, 3, 2, 2, 1}; }
parameters { vector<lower=0>[2] a; array[3] simplex[3] p; }
model {
  a ~ exponential(1);
  p[1] ~ dirichlet([a[1], a[2], 1]');
  p[2] ~ dirichlet([a[2], a[1], 1]');
  p[3] ~ dirichlet([a[2], 2, a[2]]');
  for (i in 1:5) y[i] ~ categorical(p[g[i]]);
}
