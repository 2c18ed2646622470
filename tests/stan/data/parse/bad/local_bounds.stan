model {
  real<lower=0> x;
  simplex[3] theta;
  { vector<upper=1>[2] y, z; }
}
