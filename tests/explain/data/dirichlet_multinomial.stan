// Counts of three kinds in two groups.
data {
  array[2, 3] int<lower=0> counts;
}
parameters {
  real<lower=0> alpha;
  array[2] simplex[3] p;
}
model {
  alpha ~ lognormal(0, 1);
  for (g in 1 : 2) {
    p[g] ~ dirichlet(rep_vector(alpha, 3));
    counts[g] ~ multinomial(p[g]);
  }
}
