model {
  print("hello);
  x = 1;
}
