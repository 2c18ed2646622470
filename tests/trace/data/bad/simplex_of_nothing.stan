data {
  int n;
}
parameters {
  simplex[n] x;
}
