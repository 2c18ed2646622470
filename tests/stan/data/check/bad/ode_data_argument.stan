functions {
  vector f(real t, vector y, data real k) { return y; }
}
parameters {
  real mu;
}
model {
  array[1] vector[1] y = ode_rk45(f, [1]', 0, {1.0}, mu);
}
