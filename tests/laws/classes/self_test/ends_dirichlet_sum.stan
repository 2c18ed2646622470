// a must be in (0, 1)
// self-test: passes
parameters {
  real a;
  simplex[2] g;
}
model {
  a ~ normal(0, 1);
  g ~ dirichlet([a, 1 - a]');
}
