data{int N;int K;matrix[N,K] X;vector[N] y;}
parameters{real a;vector[K] z;vector<lower=0>[K] lam;real<lower=0> tau;real<lower=0> sigma;}
transformed parameters{vector[K] b=z.*lam*tau;}
model{a~normal(0,5);z~std_normal();lam~cauchy(0,1);tau~cauchy(0,0.5);sigma~exponential(1);y~normal(a+X*b,sigma);}