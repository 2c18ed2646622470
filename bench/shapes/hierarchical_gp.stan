// States in regions over years: two Gaussian processes, each with a long and a short length, and effects of year, state and region.
data {
  int<lower=1> N;
  int<lower=1> n_states;
  int<lower=1> n_regions;
  int<lower=1> n_years_obs;
  int<lower=1> n_years;
  array[N] int<lower=1, upper=n_states> state;
  array[N] int<lower=1, upper=n_years_obs> year;
  array[n_states] int<lower=1, upper=n_regions> region_of;
  vector[N] y;
}
transformed data {
  array[n_years] real years;
  int n_parts = 7 + n_regions;
  for (t in 1 : n_years) years[t] = t;
}
parameters {
  matrix[n_years, n_regions] region_std;
  matrix[n_years, n_states] state_std;
  vector[n_years_obs] year_std;
  vector[n_states] level_std;
  vector[n_regions] area_std;
  real<lower=0> total;
  simplex[n_parts] share;
  real mu;
  real<lower=0> region_long;
  real<lower=0> region_short;
  real<lower=0> state_long;
  real<lower=0> state_short;
}
transformed parameters {
  vector[n_parts] variances = n_parts * share * total;
  vector[n_years_obs] year_effect = sqrt(variances[1]) * year_std;
  vector[n_regions] area_effect = sqrt(variances[2]) * area_std;
  vector[n_states] level_effect;
  matrix[n_years, n_regions] region_gp;
  matrix[n_years, n_states] state_gp;
  for (s in 1 : n_states) level_effect[s] = sqrt(variances[2 + region_of[s]]) * level_std[s];
  {
    matrix[n_years, n_years] region_cov = gp_exp_quad_cov(years, sqrt(variances[n_regions + 3]), region_long)
                                          + gp_exp_quad_cov(years, sqrt(variances[n_regions + 4]), region_short);
    matrix[n_years, n_years] state_cov = gp_exp_quad_cov(years, sqrt(variances[n_regions + 5]), state_long)
                                         + gp_exp_quad_cov(years, sqrt(variances[n_regions + 6]), state_short);
    for (t in 1 : n_years) {
      region_cov[t, t] += 1e-6;
      state_cov[t, t] += 1e-6;
    }
    region_gp = cholesky_decompose(region_cov) * region_std;
    state_gp = cholesky_decompose(state_cov) * state_std;
  }
}
model {
  vector[N] mean_of;
  for (n in 1 : N) {
    mean_of[n] = mu + year_effect[year[n]] + level_effect[state[n]] + area_effect[region_of[state[n]]]
                 + region_gp[year[n], region_of[state[n]]] + state_gp[year[n], state[n]];
  }
  y ~ normal(mean_of, sqrt(variances[n_parts]));
  to_vector(region_std) ~ std_normal();
  to_vector(state_std) ~ std_normal();
  year_std ~ std_normal();
  level_std ~ std_normal();
  area_std ~ std_normal();
  mu ~ normal(0.5, 0.5);
  total ~ gamma(3, 3);
  share ~ dirichlet(rep_vector(2, n_parts));
  region_long ~ weibull(30, 8);
  state_long ~ weibull(30, 8);
  region_short ~ weibull(30, 3);
  state_short ~ weibull(30, 3);
}
