model {
  real model = 3;
  int static;
  for (in in 1:3) x = 1;
}
