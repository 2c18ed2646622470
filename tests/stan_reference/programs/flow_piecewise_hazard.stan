// A hazard with pieces whose cuts are parameters; the cumulative hazard stops where the time is reached.
functions {
  real log_survival(real t, vector cuts, vector hazard) {
    real total = 0;
    real from = 0;
    for (k in 1:num_elements(cuts)) {
      if (t <= cuts[k]) return -(total + hazard[k] * (t - from));
      total += hazard[k] * (cuts[k] - from);
      from = cuts[k];
    }
    return -(total + hazard[num_elements(hazard)] * (t - from));
  }
  real hazard_at(real t, vector cuts, vector hazard) {
    int k = 1;
    while (k <= num_elements(cuts)) {
      if (t <= cuts[k]) break;
      k += 1;
    }
    return hazard[k];
  }
}
data {
  int N;
  vector[N] t;
  array[N] int event;
}
parameters {
  positive_ordered[2] cuts;
  vector<lower=0>[3] hazard;
}
model {
  cuts ~ gamma(2, 1);
  hazard ~ gamma(2, 3);
  for (n in 1:N) {
    target += log_survival(t[n], cuts, hazard);
    if (event[n]) target += log(hazard_at(t[n], cuts, hazard));
  }
}
