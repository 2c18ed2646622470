// This header has the options of a run, with the names and defaults of Stan.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace autumn {

enum class Algorithm { nuts, static_hmc, fixed_param };
// The metric of NUTS: Stan's three, learnt from draws; or a diagonal with those directions that are
// worth it, learnt from draws and gradients (docs/method.md).
enum class Metric { automatic, unit, diagonal, dense };

// The coordinates of theta ~ normal(mu, tau) within the sampler, with an automatic metric: centred
// as far as the data determine theta where short runs find that cheaper, always, or never
// (docs/method.md). Draws, columns and log densities are as written in any case.
enum class Centring { automatic, learnt, as_written };

// Where progress goes: to the standard error, as lines or as a display on a terminal; or nowhere.
enum class Progress { none, automatic };

// What pays, nothing, or whatever can be integrated out.
enum class Marginalize { automatic, none, all };

// Where few dimensions are left to sample, an independent point is tried before each transition of
// NUTS (docs/method.md).
enum class Jumps { automatic, none };

// The format of files of draws: CmdStan's CSV, or numbers as they are (docs/formats.md).
enum class Format { csv, binary };

// Transitions per saved draw: a number, or what gives the highest ESS per second. The choice
// is made after warm-up from counts of operations, not from the clock, so that a seed gives the
// same draws, which are those that the number chosen gives.
class Thin {
 public:
  constexpr Thin(int transitions) : transitions_(transitions) {}  // NOLINT implicit
  [[nodiscard]] static constexpr Thin automatic() {
    Thin thin(1);
    thin.is_automatic_ = true;
    return thin;
  }

  [[nodiscard]] constexpr int transitions() const { return transitions_; }
  [[nodiscard]] constexpr bool is_automatic() const { return is_automatic_; }

 private:
  int transitions_;
  bool is_automatic_ = false;
};

struct Options {
  int chains = 4;
  int warmup = 1000;
  // A chain ends its warm-up earlier where metric and step size have settled; not with
  // `save_warmup`.
  bool stops_when_settled = false;
  int draws = 1000;  // to save
  Thin thin = 1;
  bool save_warmup = false;
  // Drawn at random (and reported) if absent.
  std::optional<std::uint64_t> seed = std::nullopt;
  // 0: as many as the machine has. The draws do not depend on it.
  int threads = 0;
  // Of these, so many share the evaluations of one chain, where they go over many rows of data. The
  // draws do not depend on it.
  int threads_per_chain = 1;

  Algorithm algorithm = Algorithm::nuts;
  Metric metric = Metric::automatic;
  Centring centring = Centring::automatic;
  double adapt_delta = 0.8;
  int max_depth = 10;
  double step_size = 1.0;
  Jumps jumps = Jumps::automatic;
  // Of static_hmc.
  double integration_time = 6.283185307179586;

  // Initial points are uniform in (-radius, radius) on the unconstrained scale, except for the
  // parameters given here.
  double initial_radius = 2.0;
  std::map<std::string, std::vector<double>> initial = {};

  // Integrates out exactly what can be integrated out, and draws it back.
  Marginalize marginalize = Marginalize::automatic;
  // Parameters, or elements such as "theta[3]", to sample in any case.
  std::vector<std::string> keep = {};
  // Parameters to integrate out where two exclude each other.
  std::vector<std::string> collapse = {};

  // Whether to sample although a combination of parameters with flat priors is in no statement of
  // the model, so that the posterior has no finite integral.
  bool allow_improper = false;

  // A directory for chain_1.csv, ... (or chain_1.bin, ...), written as draws come; empty for none.
  std::string output = {};
  Format format = Format::csv;
  // Whether files already there may be replaced.
  bool overwrite = false;

  Progress progress = Progress::none;
  // Ctrl-C ends sampling but keeps the draws so far; off if the program has a handler of its own.
  bool catch_interrupt = true;
};

}  // namespace autumn
