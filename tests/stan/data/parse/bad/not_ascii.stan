model {
  x = 3 − 4;
  naïve = 1;
  x = y−4;
  é = 2;
  print(“hello”);
}
