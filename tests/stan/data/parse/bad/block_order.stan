parameters {
  real x;
}
data {
  int N;
}
model {
}
model {
}
