// density at {"p": 0}: finite
// density at {"p": 1}: rejected
// Stan refuses a passage before the start.
parameters {
  real p;
}
model {
  p ~ normal(0, 1);
  1 ~ wiener(1, 0.3 + 1.2 * p, 0.5, 0.2);
}
