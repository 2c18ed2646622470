transformed data
  int N;
}
model { }
