model {
  x = for;
  y = real;
  functions;
}
