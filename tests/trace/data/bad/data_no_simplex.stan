data {
  simplex[3] p;
}
