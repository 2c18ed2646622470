// The right side of && is not evaluated in Stan where the left one decides; its reject is obeyed here (also || and ?:).
functions {
  real safe_log(real x) {
    if (x <= 0) reject("never called with ", x);
    return log(x);
  }
}
parameters {
  real x;
}
model {
  x ~ normal(0, 1);
  if (x > 0 && safe_log(x) > -1) target += -x;
}
