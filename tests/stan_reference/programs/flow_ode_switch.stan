// The right side of an equation has a switch in time at a parameter; the solution is piecewise.
functions {
  vector rhs(real t, vector y, real k, real input, real off) {
    vector[1] dy;
    dy[1] = -k * y[1];
    if (t < off) dy[1] += input;
    return dy;
  }
}
data {
  int T;
  array[T] real ts;
  vector[T] y;
}
parameters {
  real<lower=0> k;
  real<lower=0> input;
  real<lower=3, upper=4> off;
}
model {
  array[T] vector[1] s = ode_rk45_tol(rhs, [1.0]', 0, ts, 1e-12, 1e-12, 100000, k, input, off);
  k ~ lognormal(-0.5, 0.5);
  input ~ lognormal(0, 0.5);
  for (t in 1:T) y[t] ~ normal(s[t, 1], 0.2);
}
