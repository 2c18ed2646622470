functions {
  real f(data real y) { return y; }
}
parameters {
  real mu;
}
model {
  target += f(mu + 1);
}
