// Integer arithmetic on computed integers: quotients, remainders, products, signs, comparisons, in loops.
functions {
  int gcd(int a, int b);
  int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
data {
  vector[2] y;
}
parameters {
  real<lower=-1.3, upper=1.3> x;
  real<lower=-1.3, upper=1.3> z;
}
model {
  int a = 2;
  int b = 3;
  int s = 0;
  x ~ normal(0, 1);
  z ~ normal(0, 1);
  while (a < 10 * (x + 1.3)) a += 2;
  while (b < 12 * (z + 1.3)) b = b * 2 - 1;
  s = (a - b > 0) - (a < b);
  y ~ normal(gcd(a, b) * x, 1 + a %/% 3);
  target += -s * z + (a % 4 == 2 ? x * z : 0) + 0.01 * a * b - 1.0 * a / b;
}
