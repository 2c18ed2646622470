// milliseconds since 1970: determined to four digits or so
// proper
data {
  int N;
  vector[N] x;
  vector[N] y;
}
parameters {
  real a;
  real b;
  real<lower=0> s;
}
model {
  y ~ normal(a + b * x, s);
}
