// slopes at {"t": 0, "a": 1, "b": 0.5}: t = 0.64872127070012815
// slopes at {"t": 0, "a": 1, "b": 0.5}: b = 1
// slopes at {"t": 0, "a": 1, "b": 0.5}: a = 0
// slopes at {"t": 1, "a": 1, "b": 0.5}: t = 0.39346934028736658
// slopes at {"t": 1, "a": 1, "b": 0.5}: a = 1
// slopes at {"t": 0.25, "a": 1, "b": 0.5}: t = 0.55819330342636489
// The slope of a weight that is 0 or 1 is finite.
parameters {
  real t;
  real a;
  real b;
}
model {
  target += log_mix(2 * t - t, a, b);
}
