// A leaf lost the condition that what its factor is made of is positive definite.
parameters {
  vector[2] z;
  real<lower=-1.5, upper=1.5> r;
}
model {
  z ~ multi_normal_cholesky([0, 0]', cholesky_decompose([[1, r], [r, 1]]));
}
