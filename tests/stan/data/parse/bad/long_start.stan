model {
  x = * aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + aaaaaaaa + 3;
}
