// This file has the generative models, and simulates and traces them with data.
#include "statistical/generative.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

#include "trace/generated/generated.h"
#include "trace/program.h"

namespace autumn::statistical {
namespace {

const std::vector<Generative> kModels = {
    {"schools",
     R"(generated quantities {
          real mu = normal_rng(0, 2); real tau = lognormal_rng(0, 0.5);
          vector[4] theta; vector[4] y;
          for (j in 1:4) { theta[j] = normal_rng(mu, tau); y[j] = normal_rng(theta[j], 0.5 * j); }
          real log_lik = normal_lpdf(y | theta, [0.5, 1, 1.5, 2]');
        })",
     R"(data { vector[4] y; }
        parameters { real mu; real<lower=0> tau; vector[4] theta; }
        transformed parameters { real log_lik = normal_lpdf(y | theta, [0.5, 1, 1.5, 2]'); }
        model { mu ~ normal(0, 2); tau ~ lognormal(0, 0.5); theta ~ normal(mu, tau);
                y ~ normal(theta, [0.5, 1, 1.5, 2]'); })",
     {"y"},
     {"mu", "tau", "theta.1", "theta.4"},
     1},
    {"binary_trials",
     R"(generated quantities {
          real phi = beta_rng(2, 2); real kappa = lognormal_rng(1, 0.7);
          vector[4] theta; array[4] int y;
          for (j in 1:4) { theta[j] = beta_rng(phi * kappa, (1 - phi) * kappa); y[j] = binomial_rng(3 * j, theta[j]); }
          real log_lik = binomial_lpmf(y | {3, 6, 9, 12}, theta);
        })",
     R"(data { array[4] int y; }
        parameters { real<lower=0, upper=1> phi; real<lower=0> kappa; vector<lower=0, upper=1>[4] theta; }
        transformed parameters { real log_lik = binomial_lpmf(y | {3, 6, 9, 12}, theta); }
        model { phi ~ beta(2, 2); kappa ~ lognormal(1, 0.7);
                theta ~ beta(phi * kappa, (1 - phi) * kappa); y ~ binomial({3, 6, 9, 12}, theta); })",
     {"y"},
     {"phi", "kappa", "theta.2"},
     2},
    {"counts",
     R"(generated quantities {
          real a = lognormal_rng(0.5, 0.4); real b = lognormal_rng(0, 0.4);
          vector[3] rate; array[6] int y;
          for (j in 1:3) rate[j] = gamma_rng(a, b);
          for (i in 1:6) y[i] = poisson_rng(0.5 * i * rate[1 + i % 3]);
          real log_lik = 0;
          for (i in 1:6) log_lik += poisson_lpmf(y[i] | 0.5 * i * rate[1 + i % 3]);
        })",
     R"(data { array[6] int y; }
        parameters { real<lower=0> a; real<lower=0> b; vector<lower=0>[3] rate; }
        transformed parameters {
          real log_lik = 0;
          for (i in 1:6) log_lik += poisson_lpmf(y[i] | 0.5 * i * rate[1 + i % 3]);
        }
        model { a ~ lognormal(0.5, 0.4); b ~ lognormal(0, 0.4); rate ~ gamma(a, b);
                for (i in 1:6) y[i] ~ poisson(0.5 * i * rate[1 + i % 3]); })",
     {"y"},
     {"a", "b", "rate.1", "rate.3"},
     2},
    {"conjugate_regression",
     R"(generated quantities {
          real g = lognormal_rng(0, 0.4); real sigma2 = inv_gamma_rng(6, 5);
          vector[2] beta; vector[5] y;
          for (k in 1:2) beta[k] = normal_rng(0, g * sqrt(sigma2));
          for (i in 1:5) y[i] = normal_rng(beta[1] + beta[2] * (i - 2.5), sqrt(sigma2));
          real log_lik = 0;
          for (i in 1:5) log_lik += normal_lpdf(y[i] | beta[1] + beta[2] * (i - 2.5), sqrt(sigma2));
        })",
     R"(data { vector[5] y; }
        parameters { real<lower=0> g; real<lower=0> sigma2; vector[2] beta; }
        transformed parameters {
          real log_lik = 0;
          for (i in 1:5) log_lik += normal_lpdf(y[i] | beta[1] + beta[2] * (i - 2.5), sqrt(sigma2));
        }
        model { g ~ lognormal(0, 0.4); sigma2 ~ inv_gamma(6, 5); beta ~ normal(0, g * sqrt(sigma2));
                for (i in 1:5) y[i] ~ normal(beta[1] + beta[2] * (i - 2.5), sqrt(sigma2)); })",
     {"y"},
     {"g", "sigma2", "beta.1", "beta.2"},
     1},
    {"categories",
     R"(generated quantities {
          real a = lognormal_rng(0.5, 0.5);
          vector[3] p = dirichlet_rng([a, 2, a]'); array[3] int y = multinomial_rng(p, 15);
          real log_lik = multinomial_lpmf(y | p);
        })",
     R"(data { array[3] int y; }
        parameters { real<lower=0> a; simplex[3] p; }
        transformed parameters { real log_lik = multinomial_lpmf(y | p); }
        model { a ~ lognormal(0.5, 0.5); p ~ dirichlet([a, 2, a]'); y ~ multinomial(p); })",
     {"y"},
     {"a", "p.1", "p.2"},
     1},
    {"state_space",
     R"(generated quantities {
          real phi = normal_rng(0.5, 0.2); real q = lognormal_rng(-0.5, 0.4); real r = lognormal_rng(-0.5, 0.4);
          vector[5] x; vector[5] y;
          x[1] = normal_rng(0, 1);
          for (t in 2:5) x[t] = normal_rng(phi * x[t - 1], q);
          for (t in 1:5) y[t] = normal_rng(x[t], r);
          real log_lik = normal_lpdf(y | x, r);
        })",
     R"(data { vector[5] y; }
        parameters { real phi; real<lower=0> q; real<lower=0> r; vector[5] x; }
        transformed parameters { real log_lik = normal_lpdf(y | x, r); }
        model { phi ~ normal(0.5, 0.2); q ~ lognormal(-0.5, 0.4); r ~ lognormal(-0.5, 0.4);
                x[1] ~ normal(0, 1); x[2:5] ~ normal(phi * x[1:4], q); y ~ normal(x, r); })",
     {"y"},
     {"phi", "q", "r", "x.1", "x.5"},
     3},
    {"counts_with_latent_normals",
     R"(generated quantities {
          real mu = normal_rng(0.5, 0.7); real tau = lognormal_rng(-1, 0.4);
          vector[3] theta; array[3] int y;
          for (j in 1:3) { theta[j] = normal_rng(mu, tau); y[j] = poisson_log_rng(theta[j]); }
          real log_lik = poisson_log_lpmf(y | theta);
        })",
     R"(data { array[3] int y; }
        parameters { real mu; real<lower=0> tau; vector[3] theta; }
        transformed parameters { real log_lik = poisson_log_lpmf(y | theta); }
        model { mu ~ normal(0.5, 0.7); tau ~ lognormal(-1, 0.4); theta ~ normal(mu, tau);
                y ~ poisson_log(theta); })",
     {"y"},
     {"mu", "tau", "theta.1"},
     4},
    {"lognormal_effects",
     R"(generated quantities {
          real s = lognormal_rng(-1, 0.3); real m = normal_rng(0, 0.5);
          vector[3] v; vector[3] y; real unseen;
          for (j in 1:3) { v[j] = lognormal_rng(m, s); y[j] = lognormal_rng(log(v[j]) + 0.1, 0.4); }
          unseen = gamma_rng(3, v[1]);
          real log_lik = lognormal_lpdf(y | log(v) + 0.1, 0.4);
        })",
     R"(data { vector[3] y; }
        parameters { real<lower=0> s; real m; vector<lower=0>[3] v; real<lower=0> unseen; }
        transformed parameters { real log_lik = lognormal_lpdf(y | log(v) + 0.1, 0.4); }
        model { s ~ lognormal(-1, 0.3); m ~ normal(0, 0.5); v ~ lognormal(m, s);
                y ~ lognormal(log(v) + 0.1, 0.4); unseen ~ gamma(3, v[1]); })",
     {"y"},
     {"s", "m", "v.2", "unseen"},
     1},
};

}  // namespace

void PrintTo(const Generative& model, std::ostream* out) {
  *out << model.name;
}

const std::vector<Generative>& generative_models() {
  return kModels;
}

Simulator::Simulator(const Generative& model)
    : traced_(std::move(trace::testing::traced(std::string(model.simulate))).value()) {}

Values Simulator::operator()(std::uint64_t seed) const {
  Random random({.seed = seed, .purpose = Purpose::kSimulation});
  std::vector<double> numbers(trace::generated_size(traced_.generated));
  const Status status = trace::generate(traced_.generated, {}, random, numbers);
  EXPECT_TRUE(status.is_ok()) << (status.is_ok() ? "" : to_text(status.error()));
  Values values;
  auto next = numbers.begin();
  for (const trace::GeneratedVariable& variable : traced_.generated.made) {
    std::size_t size = 1;
    for (const std::size_t extent : variable.dims) size *= extent;
    values[variable.name].assign(next, next + static_cast<std::ptrdiff_t>(size));
    next += static_cast<std::ptrdiff_t>(size);
  }
  return values;
}

Fitter::Fitter(const Generative& model)
    : model_(model), program_(trace::testing::program_of(std::string(model.fit))) {}

trace::Traced Fitter::operator()(const Values& values) const {
  std::vector<std::string> entries;
  for (const std::string& name : model_.data) {
    entries.push_back(fmt::format("\"{}\": [{}]", name, fmt::join(values.at(name), ", ")));
  }
  auto data = trace::parse_json(fmt::format("{{{}}}", fmt::join(entries, ", ")), "data.json");
  EXPECT_TRUE(data.is_ok());
  Result<trace::Traced> traced = trace::trace(program_, data.value());
  EXPECT_TRUE(traced.is_ok()) << (traced.is_ok() ? "" : to_text(traced.error()));
  return std::move(traced).value();
}

}  // namespace autumn::statistical
