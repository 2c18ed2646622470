model {
  target += 1;
}}
generated quantities {
  real x;
}
