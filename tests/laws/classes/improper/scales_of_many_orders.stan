// options: --marginalize none
// proper
data {
  int N;
  vector[N] y;
  vector[N] se;
}
parameters {
  vector[N] th;
}
model {
  y ~ normal(th, se);
}
