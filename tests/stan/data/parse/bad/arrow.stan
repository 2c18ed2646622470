model {
  x <- 3;
  y[1, 2] <- x < -3;
}
