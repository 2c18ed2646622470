// A long walk whose steps are known far better than its level: the precision matrix has eigenvalues from 1 / level^2 to 4 + 1 / level^2, with all between.
data {
  int<lower=2> N;
  real<lower=0> level;
}
parameters {
  vector[N] x;
}
model {
  x ~ normal(0, level);
  x[2:N] - x[1:N - 1] ~ std_normal();
}
