data {
  int N;
  vector[N] v;
  matrix[N, N] m;
  array[N] int ns;
  array[N] vector[2] vs;
  int flag;
}
transformed data {
  real total = 0;
  int count = 0;
  for (x in v) total += x;
  for (x in m) {
    if (x < 0) continue;
    total += x;
  }
  for (n in ns) count += n;
  for (pair in vs) total += pair[1];
  while (total > 0) {
    total -= 1;
    if (total < -5) break;
    else count += 1;
  }
  if (flag) {
    real local = total;
    print("total ", local, " and ", v, " ", {1, 2});
  } else if (total > 1) {
    int local = 2;
    count += local;
  }
  if (total) count = 0;
  {
    array[N] real local;
    for (i in 1 : N) local[i] = i;
  }
  profile("part") {
    real inside = 1;
    total = inside;
  }
}
