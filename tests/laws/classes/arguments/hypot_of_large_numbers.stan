// density at {"h": 2}: -2.2360679774997898
// density at {"h": 0}: -1
parameters {
  real h;
}
model {
  target += -hypot(1e200 * h, 1e200) / 1e200;
}
