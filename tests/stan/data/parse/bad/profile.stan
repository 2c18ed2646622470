model {
  profile { x = 1; }
  profile("a") x = 1;
  profile(a) { }
}
