# an old comment
model {
  target += 1; # another
}
