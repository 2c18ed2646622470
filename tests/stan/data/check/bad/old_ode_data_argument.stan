functions {
  array[] real f(real t, array[] real y, array[] real theta, array[] real x, array[] int i) { return y; }
}
data {
  array[0] int ids;
}
parameters {
  real mu;
}
model {
  array[1, 1] real y = integrate_ode_rk45(f, {1.0}, 0, {1.0}, {mu}, {mu}, ids);
}
