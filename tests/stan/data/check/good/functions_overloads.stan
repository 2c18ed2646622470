functions {
  int fib(int n);
  real area(real r) { return pi() * square(r); }
  real area(real a, real b) { return a * b; }
  real area(vector x) { return prod(x); }
  int even(int n);
  int odd(int n) { return n == 0 ? 0 : even(n - 1); }
  int even(int n) { return n == 0 ? 1 : odd(n - 1); }
  int fib(int n) {
    if (n < 2) return n;
    else return fib(n - 1) + fib(n - 2);
  }
  array[,] real grid(data array[] real x, int n) {
    array[n, size(x)] real out;
    for (i in 1 : n) out[i] = x;
    return out;
  }
  void check_it(real x) {
    if (x < 0) reject("negative: ", x);
    return;
  }
  real deep(real x) {
    while (1) {
      if (x > 2) return x;
    }
  }
  real pick(int i) {
    if (i == 1) {
      return 1.5;
    } else if (i == 2) {
      return 2;
    } else {
      reject("no such i: ", i);
    }
  }
}
data {
  int n;
  array[n] real x;
}
transformed data {
  int f = fib(n) + even(n);
  array[n, n] real g = grid(x, n);
  real a = area(1) + area(1, 2.5) + area(rep_vector(1, 3));
  check_it(a);
}
