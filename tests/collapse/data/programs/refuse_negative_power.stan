// Too negative a power beside a prior leaves no finite integral; so does a rate that may be negative.
// dimension: 3 -> 3
// kept: g, h, k
// reason g: integral may be infinite
// reason h: integral may be infinite
transformed data { vector[2] y = [1, 2]'; }
parameters { real<lower=0> g; real<lower=0> h; real<lower=0> k; }
model {
  g ~ gamma(2, 1);
  target += -5 * log(g);
  y ~ exponential(g);
  h ~ gamma(2, 1);
  target += 9 * h;
  y ~ exponential(h);
  target += -log(k) - k - 1 / k;
}
