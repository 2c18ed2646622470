// Settling says when a warm-up has little left to learn, by counts and draws of its own chain
// alone.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sample/state/fields.h"
#include "sample/statistics.h"
#include "sample/warmup_record.h"

namespace autumn::sampler {

// What the iterations of a warm-up took.
class Efforts {
 public:
  void add(const Statistics& statistics, bool has_walked);
  void forget() { efforts_.clear(); }

  [[nodiscard]] std::int64_t iterations() const {
    return static_cast<std::int64_t>(efforts_.size());
  }
  // Transitions among the iterations from `begin` on, before `end`, and their leapfrog steps.
  struct Sum {
    std::int64_t walks = 0;
    std::int64_t leapfrogs = 0;
    std::int64_t divergences = 0;

    [[nodiscard]] double mean() const {
      return static_cast<double>(leapfrogs) / static_cast<double>(walks);
    }
  };
  [[nodiscard]] Sum sum(std::int64_t begin, std::int64_t end) const;
  void visit_fields(Fields& fields);

 private:
  struct Effort {
    std::int64_t leapfrogs = -1;  // -1 for an iteration without a transition
    bool is_divergent = false;
  };
  std::vector<Effort> efforts_;
};

// Whether, at the end of a window, the next ones would change little. All of these must hold:
// - there were 150 iterations, most of them transitions;
// - the last window, which is a third of them, took as many gradients per transition as the one
//   before it, within a quarter: metrics that fit better take fewer;
// - no transition diverged in its second half, after the first step sizes: that is a posterior of
//   many scales, whose step size takes long to learn;
// - each recorded coordinate, its square and the log density have 40 effective draws in the second
//   half of all iterations, with the autocorrelation of successive values;
// - none of them drifts: means of the third and of the fourth quarter differ by less than four
//   standard errors.
// A chain that moves slowly fails the fourth, and one that is on its way to where the mass is the
// fifth; they have the warm-up that was asked for.
[[nodiscard]] bool is_settled(const WarmupRecord& record, const Efforts& efforts);

// What `is_settled` asks of one quantity, in the order of iterations.
[[nodiscard]] bool is_steady(std::span<const double> values);

}  // namespace autumn::sampler
