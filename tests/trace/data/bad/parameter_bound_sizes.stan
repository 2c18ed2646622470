transformed data {
  vector[2] a = [1, 2]';
}
parameters {
  vector<lower=a>[3] x;
}
