// Small pieces of the language in which parameters decide, one after another.
functions {
  int f_func_int(real c) {
    if (c > 0) 
      return 2;
    return 1;
  }
  array[] int f_func_intarray(vector x) {
    array[4] int z;
    for (i in 1 : 4) 
      z[i] = x[i] > 0 ? 1 : 2;
    return z;
  }
  vector f_func_vecsize(vector x) {
    int n = 0;
    for (i in 1 : 4) 
      if (x[i] > 0) 
        n += 1;
    vector[n] z;
    int k = 0;
    for (i in 1 : 4) 
      if (x[i] > 0) {
        k += 1;
        z[k] = x[i];
      }
    return z;
  }
  vector f_func_vecsize_decl(vector x) {
    int n = 0;
    for (i in 1 : 4) 
      if (x[i] > 0) 
        n += 1;
    vector[n] z;
    int k = 0;
    for (i in 1 : 4) 
      if (x[i] > 0) {
        k += 1;
        z[k] = x[i];
      }
    return z;
  }
}
parameters {
  vector[4] x;
  real c;
  real<lower=0> s;
  matrix[3, 3] m;
}
model {
  x ~ normal(0, 1);
  to_vector(m) ~ normal(0, 1);
  c ~ normal(0, 1);
  s ~ exponential(1);
  {
    // rep_array
    int k = 1 + (c > 0);
    array[k] real z = rep_array(c, k);
    target += sum(z);
  }
  {
    // index_range
    int k = 2 + (c > 0);
    target += sum(x[1 : k]);
  }
  {
    // index_range2
    int k = 2 + (c > 0);
    target += sum(x[k : ]);
  }
  {
    // index_arr
    array[2] int k = {1 + (c > 0), 3};
    target += sum(x[k]);
  }
  {
    // assign_idx
    int k = 2 + (c > 0);
    vector[4] z = x;
    z[k] = c;
    target += dot_product(z, x);
  }
  {
    // assign_mat
    int k = 2 + (c > 0);
    matrix[3, 3] z = m;
    z[k, 1] = c;
    z[1, k] += s;
    z[k] = m[1];
    target += sum(z);
  }
  {
    // assign_arr
    int k = 1 + (c > 0);
    array[2] vector[4] z = {x, x};
    z[k][2] = c;
    z[k] *= 2;
    target += sum(z[1]) - 2 * sum(z[2]);
  }
  {
    // sizes
    int k = 2 + (c > 0);
    vector[k] z;
    for (i in 1 : k) 
      z[i] = c * i;
    target += sum(z) / num_elements(z);
  }
  {
    // int_array
    array[3] int z = rep_array(0, 3);
    for (i in 1 : 4) 
      z[1 + (x[i] > 0)] += 1;
    target += c * z[1] * z[2] + max(z) + sum(z) + min(z);
  }
  {
    // int_array_size
    int k = 2 + (c > 0);
    array[k] int z;
    for (i in 1 : k) 
      z[i] = i;
    target += sum(x[z]);
  }
  {
    // func_int
    target += x[f_func_int(c)];
  }
  {
    // func_intarray
    target += sum(x[f_func_intarray(x)]);
  }
  {
    // func_vecsize
    target += sum(f_func_vecsize(x));
  }
  {
    // func_vecsize_decl
    vector[size(f_func_vecsize_decl(x))] z = f_func_vecsize_decl(x);
    target += sum(z);
  }
  {
    // binomial_N
    int k = 2 + (c > 0);
    1 ~ binomial(k, inv_logit(c));
  }
  {
    // binomial_N_lpmf
    int k = 2 + (c > 0);
    target += binomial_lpmf(1 | k, inv_logit(c));
  }
  {
    // int_ops
    int k = 2 + (c > 0);
    int j = -k;
    target += abs(j) * c + (k %/% 2) + (k % 2) + k * j + (k / 2) + min(k, 3)
              + max(k, 1) + min({k, j});
  }
  {
    // int_cmp
    int k = 2 + (c > 0);
    if (k == 3) 
      target += c;
    if (k != 2 && k >= 1) 
      target += s;
    for (i in k : 4) 
      target += x[i];
  }
  {
    // real_of_int
    int k = 2 + (c > 0);
    real r = k;
    target += r * c + 1.0 * k / 3;
  }
  {
    // to_vector_int
    array[2] int z = {1 + (c > 0), 2};
    target += sum(to_vector(z)) * c;
  }
}

