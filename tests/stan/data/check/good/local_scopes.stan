data {
  int N;
}
transformed data {
  real outside = 0;
  for (i in 1 : N) {
    real x = i;
    outside += x;
  }
  for (i in 1 : N) {
    vector[i] x = rep_vector(0, i);
    outside += sum(x);
  }
  {
    int x = 1;
    outside += x;
  }
}
model {
  real only_here = 1;
}
generated quantities {
  real only_here = 2;
}
