model {
  real = 3;
  for (1 in 1:3) x = 1;
}
