data {
  int N;
parameters {
  real x;
}
model {
  for (n in 1:N) {
    x ~ normal(0, 1);
}
generated quantities {
  real y;
}
