// slopes at {"t": [0, 1], "l": [1, 0.5]}: t = 2.648721270700128, 2
// The slope of a weight that is 0 or 1 is finite.
parameters {
  vector[2] t;
  vector[2] l;
}
model {
  target += log_mix(2 * t - t, {l, l + [0, 0.5]'});
}
