// One observation leaves a flat scale improper; so do zeros, and lines that fit the data to the last digit.
// dimension: 7 -> 4
// kept: s, t, u, w
// reason s: integral may be infinite
// reason t: integral may be infinite
// reason u: integral may be infinite
// reason w: integral may be infinite
transformed data {
  vector[2] zeros = [0, 0]';
  vector[4] line = [1, 2, 3, 4]';
  vector[2] few = [1, 3]';
}
parameters { real<lower=0> s; real<lower=0> t; real<lower=0> u; real<lower=0> w; real a; real b; real c; }
model {
  1.5 ~ normal(0, s);
  zeros ~ normal(0, t);
  line ~ normal(a + b * line, u);
  few ~ normal(c, w);
}
