data {
  itn N;
  N = 3;
  Matrix[2, 2] x;
}
