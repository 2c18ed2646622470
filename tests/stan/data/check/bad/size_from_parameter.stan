parameters {
  real mu;
  vector[num_elements([mu, 1])] v;
}
