data {
  int N;
  array[N] int g;
  matrix[N, N] m;
  array[N, N, 2] vector[N] a;
}
transformed data {
  vector[N] v;
  matrix[3, 3] w;
  array[2, 2] matrix[N, N] b;
  v[1] = m[1, 2];
  v[2 : ] = m[2 : , 1];
  v[ : 3] = m[ : 3, 1];
  v[:] = m[, 1];
  v[] = m[:, 1];
  v[2:3] = m[g, 1][2:3];
  v[g] = m[g, g[1]];
  v[{1, 2, 3}] = m[{3, 1, 2}, 1];
  w[1 : 2, g[2]] += 1;
  b[1][2, : ] = m;
  b[1, 2][g[1] : g[2], ] = m[1 : 2];
  b[1, 2, 3, 4] -= a[1, 1, 1, 1] * a[1][1][1][1];
  b[(1 + 1), N > 2 ? 1 : 2] *= 2;
  b[1, 1] /= 2;
  b[1, 1] .*= m;
  b[1, 1] ./= m;
  real x = (m * v)[1] + to_vector(m)[2] + [1, 2, 3][1] + {4, 5}[2];
  real y = m[N > 1 ? 1 : 2 : N, 1][1];
  vector[2] z = a[g[1], g[g[2]], 1, 1:2];
}
