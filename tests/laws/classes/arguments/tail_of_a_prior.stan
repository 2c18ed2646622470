// a condition on what would be integrated out forbids it: nothing may lose the condition
// self-test: passes
// density at {"x": 1, "z": -1.5}: rejected
// density at {"x": 1, "z": 1.5}: finite
// fate: z: sampled
parameters {
  real<lower=-3, upper=3> x;
  real z;
}
model {
  target += normal_lccdf(0.3 | 0, z);
  z ~ normal(0.5, 1);
  x ~ normal(z, 1);
}
