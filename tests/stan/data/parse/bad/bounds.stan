parameters {
  real<lowr=0> a;
  real<lower=0, lower=1> b;
  real<lower=0, offset=1> c;
  simplex<lower=0>[3] d;
  real<lower 0> e;
  real<lower=0 f;
  real<lower=1 < 2> g;
  real<lower=0, upper=1 > 2 ? 1 : 2> h;
  real<> i;
  vector[3]<lower=0> j;
}
