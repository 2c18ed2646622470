// crossed effects
data { int N; array[N] int row; array[N] int col; vector[N] y; }
parameters { real mu; real<lower=0> s_row; real<lower=0> s_col; vector[3] a; vector[3] b; }
model {
  mu ~ normal(0, 2);
  s_row ~ normal(0, 1);
  s_col ~ cauchy(0, 0.5);
  a ~ normal(0, s_row);
  b ~ normal(0, s_col);
  y ~ normal(mu + a[row] + b[col], 0.7);
}
