transformed data {
  array[3] int x = linspaced_int_array(3, 4, 1);
}
