data {
  int n_groups;
  vector[n_groups] y;
}
