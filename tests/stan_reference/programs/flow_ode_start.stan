// Which equation is solved depends on a parameter; saturation is a condition on the state.
functions {
  vector fast(real t, vector y, vector p) {
    vector[2] dy;
    dy[1] = -p[1] * y[1];
    dy[2] = y[1] > 10 ? 0.0 : p[1] * y[1] - p[2] * y[2];
    return dy;
  }
  vector slow(real t, vector y, vector p) {
    return [-p[1] * y[1] / (1 + y[1]), p[1] * y[1] - p[2] * y[2]]';
  }
}
data {
  int T;
  array[T] real ts;
  vector[T] y;
}
parameters {
  vector<lower=0>[2] p;
}
model {
  array[T] vector[2] s;
  p ~ lognormal(0, 0.5);
  if (p[1] > p[2]) s = ode_rk45_tol(fast, [2.0, 0.0]', 0, ts, 1e-12, 1e-12, 100000, p);
  else s = ode_rk45_tol(slow, [2.0, 0.0]', 0, ts, 1e-12, 1e-12, 100000, p);
  y ~ normal(s[ : , 2], 0.3);
}
