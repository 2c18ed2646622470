data {
  array[2] ordered[3] c;
}
