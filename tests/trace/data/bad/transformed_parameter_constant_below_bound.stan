parameters {
  real z;
}
transformed parameters {
  vector<lower=0>[2] x = [1, -1]';
}
