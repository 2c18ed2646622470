functions {
  tuple(real, real) by_parts(real x) {
    tuple(real, real) r;
    r.1 = x;
    r.2 = x;
    return r;
  }
  tuple(real, array[] real) at_once(real x) {
    tuple(real, array[2] real) r;
    r = (x, {x, x});
    return r;
  }
}
data {
  real d;
}
parameters {
  real<lower=0> x;
}
model {
  real a;
  real b;
  (a, b) = (x, 1.0);
  tuple(real, real) q;
  q = (x, 1.0);
  tuple(real, real) f = by_parts(x);
  tuple(real, array[2] real) g;
  g = at_once(x);
  array[2] tuple(real, real) r = {(x, 1.0), (x, 2.0)};
  array[2] tuple(real, real) s;
  s[1] = (x, x);
  s[2].1 = x;
  s[2].2 = 1;
  real u;
  array[2] real v;
  (u, v) = at_once(x);
  tuple(real, tuple(real, real)) w;
  (w.1, w.2) = (x, (x, x));
  complex z;
  z = to_complex(x, x);
  real both;
  if (d > 1) {
    both = 1;
  } else if (d > 2) {
    both = 2;
  } else {
    reject("d is ", d);
  }
  vector[2] filled;
  for (i in 1 : 2) {
    if (i == 1) {
      filled[i] = x;
    } else {
      filled[i] = filled[i - 1];
    }
  }
  x ~ normal(a + b + q.1 + f.2 + g.2[1] + r[1].1 + s[2].2 + u + v[2] + w.2.1 + get_real(z) + both
             + sum(filled), 1);
}
