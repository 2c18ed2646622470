// A loop that never ends is traced until memory is full: no limit, no message.
parameters {
  real x;
}
model {
  real z = x;
  x ~ normal(0, 1);
  while (z > -10) z = abs(z) * 0.5;
  target += z;
}
