model {
  real sigma
  real tau;
  tau = 2 sigma;
}
