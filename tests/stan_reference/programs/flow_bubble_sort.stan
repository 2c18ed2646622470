// A sort by hand, swapping elements of a local array.
functions {
  array[] real by_hand(array[] real x) {
    array[size(x)] real s = x;
    int swapped = 1;
    while (swapped) {
      swapped = 0;
      for (i in 2:size(s)) {
        if (s[i] < s[i - 1]) {
          real keep = s[i];
          s[i] = s[i - 1];
          s[i - 1] = keep;
          swapped = 1;
        }
      }
    }
    return s;
  }
}
data {
  array[4] real y;
}
parameters {
  array[4] real x;
}
model {
  x ~ normal(0, 1);
  y ~ normal(by_hand(x), {0.5, 0.6, 0.7, 0.8});
}
