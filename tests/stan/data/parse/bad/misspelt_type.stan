model {
  reall x;
  vectr[3] y;
  intt<lower=0> z;
  float w;
  integer[3] k;
  foo bar;
}
