transformed data {
  fatal_error("this program is not meant to run");
}
