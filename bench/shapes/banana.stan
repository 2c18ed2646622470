// Rosenbrock's valley: a curved ridge, narrow across and long along.
data {
  real<lower=0> width;
}
parameters {
  real x;
  real y;
}
model {
  x ~ normal(1, 1);
  y ~ normal(square(x), width);
}
