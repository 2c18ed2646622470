// drawn probabilities underflow to zero, which is no mistake of the collapse
// self-test: passes
// reference: q[4] mean 0.997012
// fate q: collapsed
data {
  array[4] int y;
}
parameters {
  simplex[4] q;
}
model {
  q ~ dirichlet(rep_vector(0.001, 4));
  y ~ multinomial(q);
}
