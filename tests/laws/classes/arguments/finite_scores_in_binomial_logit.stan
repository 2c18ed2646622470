// density at {"s": 1}: finite
// density at {"s": 0}: rejected
// Stan asks for a finite score, though the density has a limit where it is not.
parameters {
  real s;
}
model {
  s ~ normal(1, 0.1);
  0 ~ binomial_logit(3, log(s));
}
