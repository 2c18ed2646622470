// Neighbours one by one, and the power of a precision.
// self-test: passes
data {
  int n;
  int E;
  array[E] int from;
  array[E] int to;
  vector[n] y;
}
parameters {
  vector[n] phi;
  real<lower=0> prec;
  real<lower=0> s;
  real a;
}
model {
  for (e in 1 : E) 
    target += -0.5 * prec * square(phi[from[e]] - phi[to[e]]);
  target += 0.5 * (n - 1) * log(prec);
  prec ~ gamma(2, 2);
  sum(phi) ~ normal(0, 0.001 * n);
  a ~ normal(0, 5);
  s ~ exponential(1);
  y ~ normal(a + phi, s);
}
