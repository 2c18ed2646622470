parameters {
  real z;
}
model {
  if (z > 0) {
    z ~ normal(0, 1);
  }
}
