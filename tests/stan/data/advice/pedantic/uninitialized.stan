functions {
  real total(vector x) {
    real sum_of_x;
    for (i in 1:size(x)) sum_of_x += x[i];
    return sum_of_x;
  }
}
transformed data {
  array[0] real nothing;
  vector[3] empty;
  real known = sum(nothing) + sum(empty);
  int count = size(empty);
}
generated quantities {
  vector[3] filled;
  real early;
  real late = early;
  for (i in 1:3) filled[i] = i == 1 ? known : filled[i - 1];
  early = 1;
}
