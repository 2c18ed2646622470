// Columns with entries of 1e-16 beside a row of their own were moved by 1e15, and a guard saw only residuals, which were zero.
data {
  int K;
}
parameters {
  real a;
  vector[K] u;
  real<lower=0> s;
  real t;
  vector[K] v;
  real<lower=0> w;
}
model {
  u ~ normal(a, 1);
  t ~ normal(a, w);
  v ~ normal(t, s);
  1 ~ normal(v + sum(get_imag(fft(fft(u)))), s);
}
