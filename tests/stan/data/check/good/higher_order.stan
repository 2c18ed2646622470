functions {
  vector decay(real t, vector y, real rate, data array[] int ids) {
    return -rate * y;
  }
  array[] real old_decay(real t, array[] real y, array[] real theta, data array[] real x_r, data array[] int x_i) {
    return {-theta[1] * y[1]};
  }
  array[] real older_decay(real t, array[] real y, array[] real theta, array[] real x_r, array[] int x_i) {
    return {-theta[1] * y[1]};
  }
  vector system(vector x, vector theta) { return x - theta; }
  vector old_system(vector x, vector theta, data array[] real x_r, data array[] int x_i) {
    return x - theta;
  }
  real integrand(real x, real xc, array[] real theta, data array[] real x_r, data array[] int x_i) {
    return x;
  }
  real part(array[] real slice, int start, int end, real mu, vector s) {
    return normal_lpdf(slice | mu, s[start : end]);
  }
  real part_lpmf(array[] int slice, int start, int end, vector mu) {
    return poisson_log_lupmf(slice | mu[start : end]);
  }
  vector shard(vector phi, vector theta, data array[] real x_r, data array[] int x_i) {
    return phi + theta;
  }
}
data {
  int N;
  array[N] real ts;
  array[N] real y;
  array[N] int counts;
  array[0] real x_r;
  array[0] int x_i;
  array[2, 3] real xs_r;
  array[2, 3] int xs_i;
  array[2] int ids;
}
parameters {
  vector[1] y0;
  real<lower=0> rate;
  vector[N] s;
  array[2] vector[1] thetas;
}
model {
  array[N] vector[1] a = ode_rk45(decay, y0, 0, ts, rate, ids);
  array[N] vector[1] b = ode_bdf_tol(decay, y0, 0.0, ts, 1e-6, 1e-6, 1000, rate, ids);
  array[N, 1] real c = integrate_ode_rk45(old_decay, to_array_1d(y0), 0, ts, {rate}, x_r, x_i);
  array[N, 1] real c2 = integrate_ode_bdf(older_decay, to_array_1d(y0), 0, ts, {rate}, x_r, x_i, 1e-6, 1e-6, 1e3);
  vector[1] d = solve_newton(system, y0, s[1 : 1]);
  vector[1] e = algebra_solver(old_system, y0, y0, x_r, x_i);
  real f = integrate_1d(integrand, 0, 1, {rate}, x_r, x_i);
  target += reduce_sum(part, y, 1, rate, s);
  target += reduce_sum(part_lupmf, counts, 1, s);
  target += sum(map_rect(shard, y0, thetas, xs_r, xs_i));
}
