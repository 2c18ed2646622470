parameters {
  array[1] array[1] real x;
}
