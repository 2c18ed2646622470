// Rows of a transition matrix, indexed by the state before.
// dimension: 7 -> 1
// kept: a
transformed data { array[8] int s = {1, 3, 2, 2, 3, 3, 1, 2}; }
parameters { real<lower=0> a; array[3] simplex[3] P; }
model {
  a ~ exponential(1);
  P ~ dirichlet(rep_vector(a, 3));
  for (t in 2:8) s[t] ~ categorical(P[s[t - 1]]);
}
