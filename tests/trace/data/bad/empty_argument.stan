transformed data {
  vector[0] x;
  real y = max(head(append_row(x, 1.0), 0));
  real z = mean(x);
}
