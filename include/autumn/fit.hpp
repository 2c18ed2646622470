// A `Fit` is the result of sampling: draws, statistics, summary, timings, and files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "autumn/model.hpp"
#include "autumn/options.hpp"

namespace autumn {

namespace detail {
struct FitData;
}

// All draws of one variable: chain after chain, draw after draw, and within a draw the elements,
// first index fastest.
struct Draws {
  std::vector<std::size_t> dims;
  std::size_t chains = 0;
  std::size_t draws_per_chain = 0;
  std::vector<double> values;

  [[nodiscard]] std::size_t size() const;  // of one draw
  // Element `element` in draw `draw` of chain `chain`, all counted from 0.
  [[nodiscard]] double at(std::size_t chain, std::size_t draw, std::size_t element = 0) const;
};

// One row of the summary. NaN where a figure is not defined (a constant, too few draws).
struct SummaryRow {
  std::string name;
  double mean = 0.0;
  double mcse = 0.0;
  double sd = 0.0;
  double q5 = 0.0;
  double q50 = 0.0;
  double q95 = 0.0;
  double ess_bulk = 0.0;
  double ess_tail = 0.0;
  double rhat = 0.0;
};

// Prints as a table with what to worry about below it.
struct Summary {
  std::vector<SummaryRow> rows;
  std::string text;

  // The row of a variable's element, as `mu` or `theta[3]`; throws ModelError if there is none.
  [[nodiscard]] const SummaryRow& operator[](const std::string& name) const;
};
std::ostream& operator<<(std::ostream& out, const Summary& summary);

// Sampler statistics of a kept draw.
struct DrawStatistics {
  double log_density = 0.0;
  double accept_stat = 0.0;
  double step_size = 0.0;
  int tree_depth = 0;
  int leapfrog_steps = 0;
  bool is_divergent = false;
  double energy = 0.0;
};

struct StageTime {
  std::string stage;
  double seconds = 0.0;
};

class Fit {
 public:
  explicit Fit(std::shared_ptr<const detail::FitData> data) : data_(std::move(data)) {}

  // Parameters and outputs in declared order.
  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] Draws draws(const std::string& name) const;
  // Of the draws of one chain, counted from 0.
  [[nodiscard]] std::vector<DrawStatistics> statistics(std::size_t chain) const;

  [[nodiscard]] Summary summary() const;
  // What to worry about and what to try; empty if nothing.
  [[nodiscard]] std::vector<std::string> warnings() const;
  // {"variables": [...], "sampler": ..., "timings": ..., "gradients": ...}
  [[nodiscard]] std::string to_json() const;

  [[nodiscard]] std::uint64_t seed() const;
  // Log density evaluations with gradient, over all chains, warm-up included.
  [[nodiscard]] std::uint64_t gradients() const;
  // Transitions per saved draw, as given or chosen.
  [[nodiscard]] int thin() const;
  // Preparation by stage, then warm-up and sampling summed over chains.
  [[nodiscard]] std::vector<StageTime> timings() const;
  // Sampling was stopped by Ctrl-C; the draws until then are here.
  [[nodiscard]] bool is_interrupted() const;

 private:
  std::shared_ptr<const detail::FitData> data_;
};

// Samples from the posterior. Throws ModelError if an option is wrong, a file cannot be written, or
// no initial point has a finite density.
[[nodiscard]] Fit sample(const Model& model, const Options& options = {});

// The log density and its gradient at a point given on the unconstrained scale, as the sampler sees
// them.
struct DensityAt {
  double log_density = 0.0;
  std::vector<double> gradient;
};
[[nodiscard]] DensityAt log_density(const Model& model, const std::vector<double>& unconstrained);
// How many unconstrained numbers that takes.
[[nodiscard]] std::size_t dimension(const Model& model);

}  // namespace autumn
