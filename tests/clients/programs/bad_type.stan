// Line 9 uses a variable that nobody has declared.
data {
  real y;
}
parameters {
  real mu;
}
model {
  y ~ normal(nobody, 1);
}
