// The secant method, with continue where nothing moves and break at the tolerance.
functions {
  real f(real x, vector p) {
    return x + p[1] * sin(x) - exp(p[2]);
  }
}
data {
  vector[2] y;
}
parameters {
  vector<lower=-0.9, upper=0.9>[2] p;
  real shift;
}
model {
  real x0 = 0;
  real x1 = 1.5;
  int used = 0;
  for (i in 1:50) {
    real f0 = f(x0, p);
    real f1 = f(x1, p);
    real x2;
    used = i;
    if (abs(f1) < 1e-11) break;
    if (f1 == f0) continue;
    x2 = x1 - f1 * (x1 - x0) / (f1 - f0);
    x0 = x1;
    x1 = x2;
  }
  shift ~ normal(0, 1);
  y ~ normal(x1 + shift / used, 1);
}
