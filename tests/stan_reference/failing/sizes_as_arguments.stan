// Functions with a size, a place or a power as argument refuse one that a parameter decides, where x[1:k] runs.
parameters {
  real c;
  vector[4] x;
}
model {
  int k = 1 + (c > 0);
  c ~ normal(0, 1);
  x ~ normal(0, 1);
  target += -sum(square(head(x, k)));
}
