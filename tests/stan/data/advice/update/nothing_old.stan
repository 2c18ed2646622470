data {
  int N;
  array[N] real x;  // x[i] < -1 is fine
}
model {
  target += log_mix(0.5, normal_lpdf(x | 0, 1), normal_lpdf(x | 0, N < -1 ? 1 : 2));
}
