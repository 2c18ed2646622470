// a - b is not linear in any factor, but is in one: a b = ((a + b)^2 - (a - b)^2) / 4
// proper
data {
  real y;
  real z;
}
parameters {
  real a;
  real b;
}
model {
  y ~ normal(a + b, 1);
  z ~ normal(a * b, 1);
}
