// A trimmed mean and the largest gap of parameters.
data {
  vector[3] y;
}
parameters {
  vector[5] x;
}
model {
  vector[5] s = sort_desc(x);
  int widest = 1;
  x ~ student_t(4, 0, 1);
  y ~ normal(mean(s[2:4]), 0.5);
  for (i in 2:4) {
    if (s[i] - s[i + 1] > s[widest] - s[widest + 1]) widest = i;
  }
  target += -0.5 * (s[widest] - s[widest + 1]) / widest;
}
