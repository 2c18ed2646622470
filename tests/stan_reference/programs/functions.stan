// Functions of the user: densities, overloads, recursion, _lp, containers, local loops.
functions {
  real horn_lpdf(vector y, real mu, real sigma) {
    return -0.5 * sum(square((y - mu) / sigma)) - num_elements(y) * log(sigma);
  }
  real zip_lpmf(int n, real lambda, real theta) {
    if (n == 0) {
      return log_mix(theta, 0, -lambda);
    }
    return log1m(theta) + poisson_lpmf(n | lambda);
  }
  void weak_lp(real x, data real scale) {
    x ~ normal(0, scale);
    target += -0.01 * pow(x, 4);
  }
  real power(real x, int n) {
    if (n == 0) return 1;
    return x * power(x, n - 1);
  }
  vector twice(vector x) {
    return 2 * x;
  }
  real twice(real x) {
    return 2 * x;
  }
  matrix toeplitz(vector c) {
    int n = num_elements(c);
    matrix[n, n] m;
    for (i in 1:n)
      for (j in 1:n)
        m[i, j] = c[abs(i - j) + 1];
    return m;
  }
  real horner(array[] real c, real x) {
    real value = 0;
    int i = size(c);
    while (i >= 1) {
      value = value * x + c[i];
      i -= 1;
    }
    return value;
  }
  array[] int above(array[] int x, int limit) {
    array[size(x)] int kept;
    int n = 0;
    for (v in x) {
      if (v <= limit) continue;
      n += 1;
      kept[n] = v;
      if (n == 3) break;
    }
    return kept[1:n];
  }
}
data {
  int<lower=0> N;
  vector[N] y;
  array[N] int<lower=0> k;
}
transformed data {
  array[size(above(k, 0))] int positive = above(k, 0);
}
parameters {
  real mu;
  real<lower=0> sigma;
  real<lower=0, upper=1> theta;
  vector[3] c;
}
model {
  matrix[3, 3] m = toeplitz([3, 0.2, 0.1]' + 0.1 * tanh(c));
  y ~ horn(mu, sigma);
  target += horn_lpdf(twice(y) | twice(mu), 1.5);
  for (n in 1:N) {
    k[n] ~ zip(sigma, theta);
  }
  positive ~ poisson(sigma + 0.5);
  weak_lp(mu, 3);
  c ~ normal(0, 1);
  target += power(c[1], 3) / (1 + power(c[2], 2)) - 0.1 * square(horner({0.5, c[3], -0.2}, mu));
  target += -log_determinant(m) + quad_form(inverse(m), c);
  sigma ~ exponential(1);
}
