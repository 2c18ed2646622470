// Small pieces of the language in which parameters decide, one after another.
functions {
  real f_nested_func_target_lpdf(real y, real c) {
    if (y > c) 
      return normal_lpdf(y | c, 1);
    return normal_lupdf(y | 0, 2);
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
    // while_matrix
    matrix[3, 3] q = 0.1 * m;
    int n = 0;
    while (max(abs(to_vector(q))) < 1 && n < 20) {
      q = q * m + m * 0.1;
      n += 1;
    }
    target += sum(q) * 0.01;
  }
  {
    // nested_func_target
    c ~ f_nested_func_target(s);
    target += f_nested_func_target_lupdf(s | c);
  }
  {
    // std_array_init
    array[4] real z;
    for (i in 1 : 4) 
      if (x[i] > 0) 
        z[i] = x[i];
      else 
        z[i] = 0;
    target += sum(z) + dot_self(to_vector(z));
  }
  {
    // csr
    if (c > 0) 
      target += sum(csr_matrix_times_vector(2, 2, [1.0, 2.0]', {1, 2},
                                            {1, 2, 3}, x[1 : 2]));
    else 
      target += c;
  }
  {
    // hmm
    int k = 2 + (c > 0);
    matrix[2, k] lp = rep_matrix(c, 2, k);
    target += hmm_marginal(lp, [[0.3, 0.7], [0.6, 0.4]], [0.5, 0.5]');
  }
  {
    // dims
    int k = 2 + (c > 0);
    target += dims(m[1 : k])[1] * c + rows(m[1 : k]) + cols(m[1 : k])
              + size(x[1 : k]);
  }
  {
    // int_from_while_in_gq
    int n = 0;
    real z = abs(c);
    while (z > 0.1) {
      z *= 0.5;
      n += 1;
    }
    for (i in 1 : n) 
      target += 0.1 * i * s;
  }
  {
    // num_in_vector
    vector[4] w = [c > 0, s > 1, 1, 2]';
    target += dot_product(w, x);
  }
}

