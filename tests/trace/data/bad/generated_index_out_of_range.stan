parameters {
  real z;
}
generated quantities {
  vector[2] x = [z, 1]';
  real y = x[3];
}
