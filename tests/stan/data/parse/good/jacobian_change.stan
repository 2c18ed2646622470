functions {
  vector upper_jacobian(vector x, real ub) {
    jacobian += sum(x);
    return ub - exp(x);
  }
}
parameters { real log_x; vector[3] raw; }
transformed parameters {
  real x = exp(log_x);
  jacobian += log_x;
  vector[3] c = upper_jacobian(raw, 2);
}
model { x ~ gamma(2, 3); target += target() > 0 ? 0 : 1; }
