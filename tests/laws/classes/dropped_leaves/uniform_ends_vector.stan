// (a, b) is uniform on the triangle a < b, so d = b - a has density (2 - d) / 2
// every draw: d in [0, 2]
// reference: d mean 0.6666667 sd 0.4714045
// self-test: passes
parameters {
  real<lower=-1, upper=1> a;
  real<lower=-1, upper=1> b;
  vector<lower=a, upper=b>[2] z;
}
transformed parameters {
  real d = b - a;
}
model {
  z ~ uniform(a, b);
}
