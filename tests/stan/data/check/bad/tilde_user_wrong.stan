functions {
  real f_lpdf(real y, vector mu) { return 0; }
}
parameters {
  real mu;
}
model {
  mu ~ f(1);
}
