model {
  for (i = 1:N) x = 1;
  for i in 1:N x = 1;
  for (i in 1:N { x = 2; y = ; }
}
