functions {
  int fib(int n);
  int fib(int n) {
    if (n < 2) return n;
    return fib(n - 1) + fib(n - 2);
  }
  void show(vector x) {
    print("x = ", x, "; sum = ", sum(x));
  }
  void nothing() {
    return;
  }
  real my_lpdf(real y, real mu) {
    return -0.5 * (y - mu) ^ 2;
  }
  real count_lpmf(int n, real lambda) {
    return poisson_lpmf(n | lambda);
  }
  real my_lcdf(real y, real mu) { return y - mu; }
  real my_lccdf(real y, real mu) { return mu - y; }
  real my_rng(real mu) { return normal_rng(mu, 1); }
  void prior_lp(vector beta, data real scale) {
    beta ~ normal(0, scale);
    target += target() * 0;
  }
  array[] vector split(array[,,] int n, array[] vector v, data array[,] real x, row_vector r,
                       matrix M) {
    array[3] vector[2] out;
    for (v1 in v) {
      if (size(v1) == 0) continue;
      else break;
    }
    return out;
  }
  matrix overloaded(real x) { return [[x]]; }
  matrix overloaded(vector x) { return [x']; }
  real zero() { return 0; }
}
parameters {
  real y;
  vector[2] beta;
}
model {
  prior_lp(beta, 2.5);
  nothing();
  y ~ my(zero());
  target += my_lpdf(y | 0) + my_lpdf(y| zero()) + std_normal_lpdf(y |) + std_normal_lpdf(y);
}
generated quantities {
  real z = my_rng(y);
}
