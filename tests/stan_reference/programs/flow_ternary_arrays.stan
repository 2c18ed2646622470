// Ternaries between vectors, nested ternaries, and ternaries in arguments.
data {
  vector[3] y;
}
parameters {
  vector[3] a;
  vector[3] b;
  real c;
}
model {
  vector[3] mu = c > 0.2 ? a : c < -0.4 ? b : 0.5 * (a + b);
  real s = sum(a) > sum(b) ? 1.2 : exp(c);
  a ~ normal(0, 1);
  b ~ normal(0, c > 0 ? 1 : 2);
  c ~ normal(0, 1);
  y ~ normal(mu, s);
}
