data {
  int N;
  int lower;
  real y[N], x;
}
transformed data {
  real a = fabs(y[1]) + normal_cdf(x, 0, 1);
}
