data { int N; array[N] int k; vector[N] x; }
model {
  int i = 0;
  while (i < N) {
    i += 1;
    if (i == 3) continue;
    if (i > 10) break;
  }
  for (n in 1:N) for (m in n:N) target += x[n] * x[m];
  for (n in 1:N)
    if (k[n] == 1) x[n] ~ normal(0, 1);
    else if (k[n] == 2) {
      x[n] ~ student_t(4, 0, 1);
    } else if (k[n] == 3)
      x[n] ~ cauchy(0, 1);
    else {
      real u = 1, v, w = u;
      { real u2; u2 = u; }
      reject("k must be 1, 2 or 3; found ", k[n], " at ", n);
    }
  for (e in x) { target += e; }
  if (N) ;
  else { }
  ;
  if (N > 2) real unused, unused2;
  while (0) ;
  for (row in {[1, 2], [3, 4]}) print(row);
  fatal_error("cannot happen");
  profile("likelihood") {
    real s = sum(x);
    s ~ normal(0, 1);
  }
}
