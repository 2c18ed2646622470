functions {
  real twice(real x);
  real twice(data real x) { return 2 * x; }
  real half_lupdf_of(real x_lupdf) { return x_lupdf / 2; }
  void add_lp(real x) { target += normal_lupdf(x | 0, 1); }
}
data {
  int n;
  real r;
}
transformed data {
  array[3] int x = {1, 2, 3};
  array[3] vector[3] y;
  real z = 1;
  x[x[1]] = 2;
  y[:][1] = rep_vector(0, 3);
  z .*= 2;
  if (r && !z) z = 1;
  while (r) z = 1;
}
parameters {
  real eta;
}
model {
  n ~ poisson_log(eta) T[1, ];
}
