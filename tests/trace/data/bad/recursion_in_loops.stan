functions {
  real f(real y) {
    real x = y;
for (i19 in 1 : 1) {
for (i18 in 1 : 1) {
for (i17 in 1 : 1) {
for (i16 in 1 : 1) {
for (i15 in 1 : 1) {
for (i14 in 1 : 1) {
for (i13 in 1 : 1) {
for (i12 in 1 : 1) {
for (i11 in 1 : 1) {
for (i10 in 1 : 1) {
for (i9 in 1 : 1) {
for (i8 in 1 : 1) {
for (i7 in 1 : 1) {
for (i6 in 1 : 1) {
for (i5 in 1 : 1) {
for (i4 in 1 : 1) {
for (i3 in 1 : 1) {
for (i2 in 1 : 1) {
for (i1 in 1 : 1) {
for (i0 in 1 : 1) {
x = f(x);
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
    return x;
  }
}
transformed data {
  real z = f(1);
}
