model {
  while x < 3 { x = ; }
}
