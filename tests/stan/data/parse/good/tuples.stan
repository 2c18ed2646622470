functions {
  tuple(real, array[] int) f(tuple(real, vector) x, array[] tuple(int, real) ys) {
    return (x.1 + ys[1].2, {1, 2});
  }
  void one(tuple(real,) x) {
    print(x.1, (3.5,));
  }
}
data {
  int N;
  array[N] tuple(int<lower=0>, array[2] vector[3]) a;
  tuple(real, tuple(int, array[2] real)) t;
}
parameters {
  tuple(real<lower=0>, simplex[3]) p;
}
model {
  real x;
  array[2] int i;
  tuple(real, array[2] int) r;
  (x, i) = f((p.1, p.2), {(1, 2.5), (2, 3)});
  r.1 += 2 * t.2.2[1];
  r.2[1] = 3;
  x = f((p.1, p.2), {(1, 2.5)}).1;
  for (each in a) target += each.2[1][2];
}
