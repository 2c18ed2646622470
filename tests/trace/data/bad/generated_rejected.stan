parameters {
  real z;
}
generated quantities {
  real y = z;
  if (z > 0) {
    reject("z is ", z);
  }
}
