functions {
  real f(real) {
    return 1;
  }
  real g(vector[3] x) {
    return 1;
  }
  real h(real x[]) {
    return 1;
  }
  real i(simplex x) {
    return 1;
  }
  real j(real<lower=0> x) {
    return 1;
  }
  rael k(real x) {
    return 1;
  }
  real l(x, y) {
    return 1
  }
  real m(array x) {
    return 1;
  }
  real n(real x,) {
    return 1;
  }
  real o(real x)
    return 1;
  3;
}
