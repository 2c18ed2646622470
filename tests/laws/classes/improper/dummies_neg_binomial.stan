// improper: a - b[1] - b[2] - b[3]
data {
  int N;
  int J;
  array[N] int g;
  array[N] int y;
}
parameters {
  real a;
  vector[J] b;
  real<lower=0> phi;
}
model {
  phi ~ exponential(1);
  y ~ neg_binomial_2_log(a + b[g], phi);
}
