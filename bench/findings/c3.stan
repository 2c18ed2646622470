data{int N; vector[N] y; int C; vector[C] c;} parameters{real<lower=0> lam; real<lower=0> al;} model{ al~gamma(2,1); lam~gamma(1,1); y~exponential(lam*al); target+=exponential_lccdf(c|lam*al); }
