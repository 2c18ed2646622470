// no prior on the whole line, cut off or not, would help: the scale of a normal is what has no conjugate form with it
// reason s: scale|standard deviation|\bsd\b|spread|sigma|covarian
// no reason s: whole line
data {
  vector[2] y;
}
parameters {
  vector<lower=0>[2] s;
}
model {
  s ~ normal(0, 1);
  y ~ multi_normal([0, 0]', quad_form_diag([[1, 0.5], [0.5, 1]], s));
}
