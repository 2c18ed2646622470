// Settings are the options of a chain, with the defaults and the meaning they have in Stan, and
// their checks.
#pragma once

#include <cstdint>
#include <numbers>
#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/metric_kind.h"

namespace autumn::sampler {

enum class Algorithm { nuts, static_hmc, fixed_param };

// Transitions per kept draw: of k transitions the first is kept. A number, or one that the observer
// chooses after warm-up; then the chain is the one that this number gives.
class Thin {
 public:
  constexpr Thin(std::int64_t transitions) : transitions_(transitions) {}  // NOLINT implicit
  [[nodiscard]] static constexpr Thin automatic() {
    Thin thin(1);
    thin.is_automatic_ = true;
    return thin;
  }

  // 1 while it is not chosen.
  [[nodiscard]] constexpr std::int64_t transitions() const { return transitions_; }
  [[nodiscard]] constexpr bool is_automatic() const { return is_automatic_; }

 private:
  std::int64_t transitions_;
  bool is_automatic_ = false;
};

// What a diagonal metric is learnt from: positions, as in Stan; or positions and gradients,
// together with the directions in which a diagonal is wrong (`sample/scores/estimate.h`).
enum class MetricLearning { positions, scores };

// In which coordinates located variables (`model/located.h`) move: as they are written, centred by
// weights that a short run learns, or whichever of the two short runs find to be cheaper. It is
// settled before chains begin, and nothing to them.
enum class Centring { as_written, automatic, learnt };

struct Settings {
  Algorithm algorithm = Algorithm::nuts;
  MetricKind metric = MetricKind::kDiagonal;
  MetricLearning metric_learning = MetricLearning::positions;  // of a diagonal metric
  Centring centring = Centring::as_written;
  // An estimate of what a gradient takes, which the directions of a metric must be worth.
  double gradient_nanoseconds = 1000.0;

  // Warm-up counts iterations, of which every thin-th is kept if it is saved; `draws` counts what
  // is kept of sampling, which takes draws * thin iterations. An automatic thin goes with no saved
  // warm-up.
  std::int64_t warmup = 1000;
  // Warm-up may end earlier, when nothing changes any more (`sample/settling.h`); it goes with no
  // saved warm-up.
  bool stops_when_settled = false;
  std::int64_t draws = 1000;
  Thin thin = 1;
  bool save_warmup = false;

  // A trajectory of NUTS has at most 2^max_depth - 1 leapfrog steps; one of static HMC lasts
  // `integration_time`.
  int max_depth = 10;
  double integration_time = 2.0 * std::numbers::pi;

  // The step size at the start (or throughout, without adaptation), and the relative width of its
  // random variation.
  double step_size = 1.0;
  double step_size_jitter = 0.0;

  // The inverse metric at the start: empty for the identity, else one number per dimension
  // (diagonal) or the rows of a symmetric matrix (dense).
  std::vector<double> inverse_metric = {};

  // Step size by dual averaging (Hoffman and Gelman 2014), metric in doubling windows.
  bool adapt_engaged = true;
  double adapt_delta = 0.8;
  double adapt_gamma = 0.05;
  double adapt_kappa = 0.75;
  double adapt_t0 = 10.0;
  std::int64_t adapt_init_buffer = 75;
  std::optional<std::int64_t> adapt_term_buffer = std::nullopt;  // see term_buffer
  std::int64_t adapt_window = 25;

  // Small models try independent points, learnt from their warm-up (NUTS with adaptation only; see
  // jump.h).
  bool jumps = true;

  // A density along which steps of any length change nothing is sampled all the same.
  bool allow_improper = false;

  // Initial points are uniform in (-initial_radius, initial_radius) on the unconstrained scale.
  double initial_radius = 2.0;

  // A chain that does not move at all begins anew at another point in the first half of warm-up
  // (`sample/stillness.h`), unless its initial point was given. One that its caller drew at random
  // and hands over as if it were given is not.
  bool restarts = true;
  bool initial_is_drawn = false;

  [[nodiscard]] bool learns_from_scores() const {
    return metric == MetricKind::kDiagonal && metric_learning == MetricLearning::scores;
  }
};

// The length of the last stage of warm-up, over which the step size is averaged: as given,
// or Stan's 50 iterations, or a twentieth of a long warm-up. The step size still swings widely in
// the first iterations of the stage, and acceptance falls faster than it rises, so that an average
// over 50 is too small: on the paper's models 0.93 are accepted where 0.8 are asked for, at half as
// many effective draws per gradient.
[[nodiscard]] std::int64_t term_buffer(const Settings& settings);

// The first value that makes no sense, named as on the command line.
[[nodiscard]] Status check(const Settings& settings);

[[nodiscard]] std::string_view to_text(Algorithm algorithm);

}  // namespace autumn::sampler
