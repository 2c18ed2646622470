data {
  vector x;
  vector y[3];
  matrix[3] z;
  matrix m[3, 3];
  vector[2, 3] v;
  real[3] a;
  array[] real b;
  array real c;
  array[3] real d[2];
  real e[];
  vector<lower=0> f;
}
