data {
  int<lower=0.5> k;
}
