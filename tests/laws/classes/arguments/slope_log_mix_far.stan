// density at {"t": 0, "a": 2000, "b": 0.5}: 0.5
// density at {"t": 1, "a": -2000, "b": 0.5}: -2000
// density at {"t": -0.1, "a": 1, "b": 0.5}: rejected
// density at {"t": 1.1, "a": 1, "b": 0.5}: rejected
// Densities far apart.
parameters {
  real t;
  real a;
  real b;
}
model {
  target += log_mix(2 * t - t, a, b);
}
