model {
  print();
}
