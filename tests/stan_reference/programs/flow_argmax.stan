// The place of the largest element, as a function that returns an integer.
functions {
  int which_max(vector x) {
    int k = 1;
    for (i in 2:num_elements(x)) if (x[i] > x[k]) k = i;
    return k;
  }
  int count_above(vector x, real c) {
    int n = 0;
    for (i in 1:num_elements(x)) n += x[i] > c;
    return n;
  }
}
data {
  vector[4] y;
}
parameters {
  vector[4] x;
  simplex[4] p;
}
model {
  int k = which_max(x);
  x ~ normal(0, 1);
  k ~ categorical(p);
  count_above(x, 0.1) ~ binomial(4, p[2]);
  y[k] ~ normal(x[k], 1);
  target += binomial_lpmf(k | 5, p[1]);
}
