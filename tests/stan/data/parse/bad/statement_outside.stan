real x;
x ~ normal(0, 1);
model { }
