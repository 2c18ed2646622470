functions {
  real f(real y) { return y > 0 ? g(y - 1) : y; }
  real g(real y) { return f(y); }
  vector ends(real y) { return starts([y]'); }
  vector starts(vector y) { return y; }
}
