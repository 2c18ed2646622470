// nothing but the differences v - m has a density
// improper: m + v[1] + v[2]
parameters {
  real m;
  vector[2] v;
}
model {
  v ~ normal(m, 1);
}
