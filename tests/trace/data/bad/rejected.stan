data {
  int n;
}
transformed data {
  if (n > 2) {
    reject("n is ", n, ", which is too many");
  }
}
