functions {
  real bend(real x) {
    real jacobian = 0;
    jacobian += log(x);
    return jacobian;
  }
}
parameters {
  real<lower=0> rate;
}
transformed parameters {
  real jacobian = 1;
  jacobian += bend(rate);
}
