
data { int T; int D; array[T] vector[D] Y2; }
parameters { array[T] vector[D] u; matrix<lower=-.5,upper=.5>[D,D] A; vector<lower=0>[D] q; real<lower=0> so; }
model { u[1] ~ normal(0,1); for (t in 2:T) u[t] ~ normal(A*u[t-1], q); for (t in 1:T) Y2[t] ~ normal(u[t], so); q ~ normal(0,1); so ~ normal(0,1); }
