parameters {
  vector[3] x;
}
transformed parameters {
  array[3] int order = sort_indices_asc(x);
}
