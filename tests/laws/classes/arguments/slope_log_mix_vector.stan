// slopes at {"t": [0, 1, 0], "l": [1, 0.5, -1]}: t = 2.648721270700128, 2, 1.2231301601484298
// slopes at {"t": [0, 1, 0], "l": [1, 0.5, -1]}: l = 0, 1, 0
// The slope of a weight that is 0 or 1 is finite.
parameters {
  vector[3] t;
  vector[3] l;
}
model {
  target += log_mix(2 * t - t, l) + sum(t) - 1;
}
