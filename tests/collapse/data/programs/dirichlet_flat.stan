// dimension: 2 -> 0
// kept:
transformed data { array[4] int y = {1, 3, 2, 2}; array[3] int n = {4, 0, 1}; }
parameters { simplex[3] p; }
model {
  y ~ categorical(p);
  n ~ multinomial(p);
}
