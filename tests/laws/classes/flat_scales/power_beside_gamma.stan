// a power and an exponential beside a gamma prior: gamma(5, 8.8)
// fate g: collapsed
// self-test: passes
// reference: g mean 0.568182 sd 0.254099 within 0.03
transformed data { vector[4] y = [1, 2, 0.3, 4]'; }
parameters { real<lower=0> g; }
model {
  g ~ gamma(2, 1);
  target += -log(g) - 0.5 * g;
  y ~ exponential(g);
}
