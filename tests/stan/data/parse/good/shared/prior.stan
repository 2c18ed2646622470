mu ~ normal(0, 10);
