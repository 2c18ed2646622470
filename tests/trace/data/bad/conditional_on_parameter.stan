parameters {
  real z;
}
transformed parameters {
  real y = z > 0 ? z : 0;
}
