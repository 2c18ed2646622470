// Slices of vectors and matrices are assigned on one path.
data {
  matrix[2, 3] y;
}
parameters {
  vector[3] v;
  matrix[2, 3] m;
  real c;
}
transformed parameters {
  matrix[2, 3] mu = m;
  vector[3] w = v;
  if (c > 0) {
    mu[1] = v';
    mu[2, 2:3] = [c, c * v[1]];
    w[{1, 3}] = v[{3, 1}];
  } else if (v[1] > 0) {
    mu[ : , 2] = mu[ : , 1] * c;
    w[2:] = v[:2];
  }
}
model {
  v ~ normal(0, 1);
  to_vector(m) ~ normal(0, 1);
  c ~ normal(0, 1);
  to_vector(y) ~ normal(to_vector(mu), 0.8);
  target += -dot_product(w, [1, 2, 3]');
}
