// A leaf lost the condition that its mean is a number.
parameters {
  real z;
  real k;
}
model {
  k ~ normal(0, 1);
  z ~ normal(log(k), 1);
}
