// is_nan and is_inf of what parameters make, and comparisons with what is not a number.
data {
  vector[3] y;
}
parameters {
  real x;
  real w;
}
model {
  real l = log(x);
  real q = x > 0.5 ? positive_infinity() : w;
  real unset;
  x ~ normal(0, 1);
  w ~ normal(0, 1);
  if (is_nan(l)) target += -x^2;
  else target += l;
  if (is_inf(q)) target += w;
  if (l > 0) target += 3 * w;
  if (!(l <= 0)) target += 0.5 * x * w;
  if (l != l) y ~ normal(w, 1);
  if (unset == 1) reject("a number that was never set is equal to nothing");
}
