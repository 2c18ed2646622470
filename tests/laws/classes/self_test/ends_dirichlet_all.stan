// half of all values of a are not allowed
// self-test: passes
parameters {
  real a;
  simplex[3] g;
}
model {
  a ~ normal(0, 1);
  g ~ dirichlet(rep_vector(a, 3));
}
