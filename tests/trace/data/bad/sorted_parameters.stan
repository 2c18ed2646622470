parameters {
  vector[3] x;
}
model {
  array[3] int order = sort_indices_asc(x);
  x[order] ~ normal(0, 1);
}
