// improper: th[1] + th[2] + th[3] + d[1] + d[2]
data {
  array[6] int j;
  array[6] int i;
  array[6] int y;
}
parameters {
  vector[3] th;
  vector[2] d;
}
model {
  y ~ bernoulli_logit(th[j] - d[i]);
}
