// star: an intercept and a slope for each group, not centred
data { int N; int J; array[N] int group; vector[N] x; vector[N] y; }
parameters { vector[2] beta; vector<lower=0>[2] tau; vector[J] za; vector[J] zb; }
transformed parameters { vector[J] a = beta[1] + tau[1] * za; vector[J] b = beta[2] + tau[2] * zb; }
model {
  beta ~ normal(0, 1);
  tau ~ exponential(1);
  za ~ std_normal();
  zb ~ std_normal();
  y ~ normal(a[group] + b[group] .* x, 0.5);
}
