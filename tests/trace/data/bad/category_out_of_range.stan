data {
  int y;
}
parameters {
  simplex[3] p;
}
model {
  y ~ categorical(p);
}
