dta {
  int N;
}
transformed parametrs {
  real x;
}
modle {
  x ~ normal(0, 1);
}
