model {
  x = "hello";
}
