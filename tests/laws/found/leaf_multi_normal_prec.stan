// A leaf lost the condition that its precision is positive definite.
parameters {
  vector[2] z;
  real k;
}
model {
  z ~ multi_normal_prec([0, 0]', diag_matrix([1, k]'));
}
