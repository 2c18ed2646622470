  vector[N] y;
