// half of all values of a are not allowed
// self-test: passes
data {
  array[4] int y;
}
parameters {
  real a;
  simplex[3] g;
}
model {
  a ~ normal(0, 1);
  g ~ dirichlet([a, 1, 1]');
  y ~ categorical(g);
}
