model {
  target += 1; /* never closed
}
