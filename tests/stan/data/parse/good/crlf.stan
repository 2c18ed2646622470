data {
	int N;
	real y; // line ends of another system
}
model {
	y ~ normal(0, 1);
}
