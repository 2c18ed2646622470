// A series summed until its terms are small: the number of terms depends on the parameters.
functions {
  real bessel_like(real x, real nu) {
    real term = 1;
    real total = 1;
    int k = 0;
    while (abs(term) > 1e-13 * abs(total)) {
      k += 1;
      term *= x^2 / (4 * k * (k + nu));
      total += term;
    }
    return total;
  }
}
data {
  vector[2] y;
}
parameters {
  real x;
  real<lower=0> nu;
}
model {
  x ~ normal(0, 1);
  nu ~ lognormal(0, 1);
  y ~ normal(log(bessel_like(2 * x, nu)), 0.7);
}
