model {
  if (x = 3) {
    y = 2;
  } else {
    z = 3 +;
  }
}
