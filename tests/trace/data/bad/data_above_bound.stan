data {
  int<lower=0, upper=5> n;
}
