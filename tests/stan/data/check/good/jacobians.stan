functions {
  vector make_jacobian(vector x) {
    jacobian += sum(x);
    return exp(x);
  }
}
parameters {
  vector[3] x;
}
transformed parameters {
  vector[3] y = make_jacobian(x);
  vector[3] z = lower_bound_jacobian(x, 0);
  jacobian += sum(x);
}
