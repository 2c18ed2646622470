transformed parameters {
  int k = 1;
}
