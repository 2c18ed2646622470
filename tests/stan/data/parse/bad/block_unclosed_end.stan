model {
  if (1) {
    target += 1;
  }
