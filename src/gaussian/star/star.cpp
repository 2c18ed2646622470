// This file computes the log marginal of a block of stars, and its partial derivatives.
#include "gaussian/star/star.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "gaussian/eliminate.h"
#include "gaussian/log_product.h"
#include "gaussian/star/kernels.h"
#include "gaussian/star/shared_row.h"
#include "gaussian/star/shared_system.h"

namespace autumn::gaussian::star {
namespace {

constexpr double kOne = 1.0;
// Innovations that lie this far from zero, in units of the scale of a row, cost the residual five
// of sixteen digits.
constexpr double kFar = 1e5;

enum class Purpose : std::uint8_t { kValue, kDraw };

class Evaluation {
 public:
  Evaluation(const Problem& problem, Purpose purpose)
      : purpose_(purpose),
        block_(problem.block),
        stars_(problem.stars),
        inputs_(problem.inputs),
        kernels_(*stars_.kernels),
        inverse_(problem.scratch.last(block_.scales)),
        scale_bars_(problem.scratch.last(2 * block_.scales).first(block_.scales)),
        scratch_(aligned(problem.scratch.data())),
        system_(stars_) {}

  [[nodiscard]] bool eliminate() {
    if (!take_scales()) return false;
    for (std::size_t r = 0; r < stars_.runs.size(); ++r) eliminate(stars_.runs[r], made_view(r));
    if (has_lost_digits_) return false;
    for (const std::uint32_t row : stars_.shared_rows) shared_row(row).add_to(system_);
    return system_.solve();
  }

  [[nodiscard]] std::optional<Parts> finish(const Seed& seed, const Partials& partials) {
    if (!partials.coefficients.empty()) std::ranges::fill(partials.coefficients, 0.0);
    if (!partials.constants.empty()) std::ranges::fill(partials.constants, 0.0);
    for (std::size_t r = 0; r < stars_.runs.size(); ++r) {
      come_back(stars_.runs[r], r < kKeptViews ? views_[r] : made_view(r), seed, partials);
    }
    for (const std::uint32_t row : stars_.shared_rows) come_back(row, seed, partials);
    for (const std::uint32_t row : stars_.fixed_rows) {
      const double e = SharedRow{block_, stars_, inputs_, row, 1.0}.residual(system_);
      rest_ += e * e;
    }
    if (!partials.scales.empty()) finish_scales(seed, partials);
    for (std::size_t i = 0; i < stars_.shared.size(); ++i) squares_.multiply(system_.pivot(i));
    const double log_normaliser =
        stars_.constant_term - logs_ - exponents_ * std::numbers::ln2 - squares_.log() / 2;
    const bool is_finite = std::isfinite(log_normaliser) && std::isfinite(rest_);
    if (!is_finite || has_lost_digits_) return std::nullopt;
    return Parts{.log_normaliser = log_normaliser, .rest = rest_};
  }

  void draw(std::span<const double> z, std::span<double> u) const {
    std::array<double, kMostShared> noise, shared;
    const std::size_t n = stars_.shared.size();
    for (std::size_t i = 0; i < n; ++i) noise[i] = z[stars_.shared[i]];
    system_.draw({noise.data(), n}, {shared.data(), n});
    for (std::size_t i = 0; i < n; ++i) u[stars_.shared[i]] = shared[i];
    for (const Run& run : stars_.runs) draw(run, shared.data(), z, u);
  }

 private:
  void draw(const Run& run, const double* shared, std::span<const double> z,
            std::span<double> u) const {
    std::array<double, kMostMet> met;
    for (std::size_t c = 0; c < run.met.size(); ++c) met[c] = shared[run.met[c]];
    double* draws = draws_of(run);
    for (std::size_t k = 0; k < run.columns.size(); ++k) {
      draws[k] = run.columns[k] < z.size() ? z[run.columns[k]] : 0.0;
    }
    RunView view;
    make_view(run, view);
    kernels_.draw(view, {met.data(), run.unit.data(), draws});
    for (std::size_t k = 0; k < run.columns.size(); ++k) {
      if (run.columns[k] < u.size()) u[run.columns[k]] = draws[k];
    }
  }

  [[nodiscard]] bool take_scales() {
    for (std::size_t k = 0; k < block_.scales; ++k) {
      const double scale = inputs_.scales[k], inverse = 1.0 / scale;
      if (!(scale > 0.0) || !std::isfinite(scale) || !std::isfinite(inverse)) return false;
      inverse_[k] = inverse;
      scale_bars_[k] = 0.0;
      const double count = stars_.scale_count[k];
      if (count == 1.0) {
        squares_.multiply(scale);  // twice, because a square may leave the range of doubles
        squares_.multiply(scale);
      } else if (count != 0.0) {
        logs_ += count * std::log(scale);
      }
      rest_ += block_.scale_rest[k] * inverse * inverse;
    }
    return true;
  }

  // --- runs ---

  // The parts of a run's scratch memory: work, draws, scales that differ, each followed by their
  // bars, numbers, their bars.
  [[nodiscard]] double* draws_of(const Run& run) const {
    return scratch_ + run.scratch + run.batches * work_size(run.sizes());
  }
  [[nodiscard]] double* lanes_of(const Run& run) const {
    return draws_of(run) + kGroups * run.own * run.batches;
  }
  [[nodiscard]] double* numbers_of(const Run& run) const {
    const auto differing = std::ranges::count(run.scales, false, &ScaleChoice::is_for_all);
    return lanes_of(run) + 2 * kGroups * run.batches * static_cast<std::size_t>(differing);
  }

  // That of the first runs is kept for the way back.
  [[nodiscard]] const RunView& made_view(std::size_t r) {
    RunView& out = views_[std::min(r, kKeptViews)];
    make_view(stars_.runs[r], out);
    return out;
  }

  void make_view(const Run& run, RunView& out) const {
    out.is_triangular = run.is_triangular;
    out.own = run.own;
    out.rows = run.rows;
    out.met = run.met.size();
    out.leaves = run.leaves;
    out.leaf_rows = run.leaf_rows;
    out.batches = run.batches;
    out.numbers = run.is_fixed() ? run.numbers.data() : numbers_of(run);
    out.numbers_step = run.batch_size();
    out.work = scratch_ + run.scratch;
    double* lanes = lanes_of(run);
    for (std::size_t k = 0; k < run.scales.size(); ++k) {
      const ScaleChoice& scale = run.scales[k];
      const std::span<const double> from =
          k < run.own ? inputs_.scales : std::span<const double>(inverse_);
      if (scale.is_for_all) {
        out.scale_steps[k] = 0;
        out.scales[k] = scale.slot < 0 ? &kOne : &from[static_cast<std::size_t>(scale.slot)];
        continue;
      }
      out.scales[k] = lanes;
      out.scale_steps[k] = kGroups;
      lanes += 2 * kGroups * run.batches;
    }
  }

  void gather_scales(const Run& run, const RunView& view) const {
    for (std::size_t k = 0; k < run.scales.size(); ++k) {
      if (view.scale_steps[k] == 0) continue;
      double* lanes = const_cast<double*>(view.scales[k]);
      const std::vector<std::uint32_t>& slots = run.scales[k].slots;
      const double* from = k < run.own ? inputs_.scales.data() : inverse_.data();
      for (std::size_t g = 0; g < slots.size(); ++g) lanes[g] = from[slots[g]];
    }
  }

  void put_in_numbers(const Run& run) {
    double* numbers = numbers_of(run);
    std::ranges::copy(run.numbers, numbers);
    for (const Cell& cell : run.coefficients) {
      numbers[cell.place] += cell.multiplier * inputs_.coefficients[cell.slot];
    }
    for (const Cell& cell : run.constants) {
      numbers[cell.place] += cell.multiplier * inputs_.constants[cell.slot];
    }
    if (run.is_substituted) return;
    std::array<double, kMostRows> moved{};
    for (std::size_t b = 0; b < run.batches; ++b) {
      substitute(run, numbers + b * run.batch_size(), moved);
    }
    look_at_moves(run, {moved.data(), run.rows});
  }

  [[nodiscard]] double largest_inverse(const ScaleChoice& scale) const {
    if (scale.is_for_all) {
      return scale.slot < 0 ? 1.0 : inverse_[static_cast<std::size_t>(scale.slot)];
    }
    double largest = 0.0;
    for (const std::uint32_t slot : scale.slots) largest = std::max(largest, inverse_[slot]);
    return largest;
  }

  void look_at_moves(const Run& run, std::span<const double> moved) {
    for (std::size_t i = 0; i < moved.size(); ++i) {
      if (moved[i] == 0.0) continue;
      const bool is_near = moved[i] * largest_inverse(run.scales[run.own + i]) < kFar;
      has_lost_digits_ = has_lost_digits_ || !is_near;
    }
  }

  void eliminate(const Run& run, const RunView& view) {
    look_at_moves(run, run.moved);
    if (run.has_means && purpose_ == Purpose::kValue) return add_means(run, view);
    gather_scales(run, view);
    if (!run.is_fixed()) put_in_numbers(run);
    Forward out;
    kernels_.forward(view, out);
    squares_.multiply(out.determinant.mantissa * out.determinant.mantissa);
    exponents_ += out.determinant.exponent;
    for (std::size_t j = 0; j < view.met; ++j) {
      for (std::size_t i = 0; i <= j; ++i) {
        system_.add(run.met[i], run.met[j], out.pairs[place_of_pair(i, j)]);
      }
      system_.add_right(run.met[j], out.pairs[place_of_pair(j, view.met)]);
    }
  }

  // Mean and factor of the covariance of the shared columns that the run meets.
  struct Met {
    std::array<double, kMostMet> mean;
    std::array<double, kMostMet * kMostMet> factor;
  };
  void take(const Run& run, Met& met) {
    const std::size_t m = run.met.size();
    for (std::size_t i = 0; i < m; ++i) {
      met.mean[i] = system_.mean(run.met[i]);
      for (std::size_t j = 0; j <= i; ++j) {
        double x = system_.covariance(run.met[i], run.met[j]);
        for (std::size_t k = 0; k < j; ++k) x -= met.factor[i * m + k] * met.factor[j * m + k];
        has_lost_digits_ = has_lost_digits_ || (i == j && !(x > 0.0));
        met.factor[i * m + j] = i == j ? std::sqrt(x) : x / met.factor[j * m + j];
      }
    }
  }

  void come_back(const Run& run, const RunView& view, const Seed& seed, const Partials& partials) {
    if (run.has_means) return square_means(run, view, seed);
    Met met;
    take(run, met);
    double unused = 0.0;
    Backward back;
    back.mean = met.mean.data();
    back.factor = met.factor.data();
    back.residual = seed.residual;
    back.determinant = seed.determinant;
    for (std::size_t k = 0; k < run.scales.size(); ++k) {
      const ScaleChoice& scale = run.scales[k];
      back.scale_bars[k] = !scale.is_for_all
                               ? const_cast<double*>(view.scales[k]) + kGroups * run.batches
                           : scale.slot < 0 ? &unused
                                            : &scale_bars_[static_cast<std::size_t>(scale.slot)];
    }
    const bool has_bars =
        !run.is_fixed() && (!partials.coefficients.empty() || !partials.constants.empty());
    back.bars = has_bars ? numbers_of(run) + run.batches * run.batch_size() : nullptr;
    back.bars_step = run.batch_size();
    kernels_.backward(view, back);
    rest_ += back.rest;
    add_scale_bars(run, seed, back);
    if (has_bars) add_bars(run, back.bars, partials);
  }

  // --- runs whose shared columns are means ---

  [[nodiscard]] Means& means_of(const Run& run) const {
    return *reinterpret_cast<Means*>(numbers_of(run));
  }

  [[nodiscard]] double inverse_scale(const Run& run, std::size_t own) const {
    const std::int32_t slot = run.scales[own].slot;
    return slot < 0 ? 1.0 : inverse_[static_cast<std::size_t>(slot)];
  }

  // The index of an element of a symmetric matrix of two rows.
  static std::size_t pair(std::size_t i, std::size_t j) { return i + j; }

  void add_means(const Run& run, const RunView& view) {
    Means& means = means_of(run);
    kernels_.means(view, means);
    // Of Q, which is T'T.
    squares_.multiply(means.determinant.mantissa);
    exponents_ += means.determinant.exponent / 2;
    std::array<double, 2> inverse;
    for (std::size_t i = 0; i < run.own; ++i) {
      inverse[i] = inverse_scale(run, i);
      for (std::size_t j = 0; j <= i; ++j) {
        system_.add(run.met[i], run.met[j],
                    means.sums[Means::kS + pair(i, j)] * inverse[i] * inverse[j]);
      }
      system_.add_right(run.met[i], means.sums[Means::kT + i] * inverse[i]);
    }
  }

  void square_means(const Run& run, const RunView& view, const Seed& seed) {
    const Means& means = means_of(run);
    MeansSquares squares;
    std::array<double, 2> inverse;
    std::array<double, 3> k{};  // the covariance of the means, in units of the innovations' scales
    for (std::size_t i = 0; i < run.own; ++i) {
      inverse[i] = inverse_scale(run, i);
      squares.mean[i] = system_.mean(run.met[i]) * inverse[i];
      for (std::size_t j = 0; j <= i; ++j) {
        k[pair(i, j)] = system_.covariance(run.met[i], run.met[j]) * inverse[i] * inverse[j];
      }
    }
    kernels_.means_squares(view, squares);
    const auto& sums = means.sums;
    const double* s = sums.data() + Means::kS;
    const double* xx = sums.data() + Means::kXX;
    const double* ss = sums.data() + Means::kSS;
    const double rows =
        s[0] + k[0] * xx[0] + (run.own == 2 ? s[2] + 2 * k[1] * xx[1] + k[2] * xx[2] : 0.0);
    add_bar(run, run.own, seed.residual * squares.rows + seed.determinant * rows);
    rest_ += squares.rows;
    const double padding = static_cast<double>(run.padding);
    for (std::size_t j = 0; j < run.own; ++j) {
      const double* from = ss + 2 * j;
      const double shared =
          run.own == 1 ? k[0] * from[0] : k[0] * from[0] + 2 * k[1] * from[1] + k[2] * from[2];
      const double v = sums[Means::kInverse + j] + shared - padding;
      add_bar(run, j, seed.residual * squares.own[j] + seed.determinant * v);
      rest_ += squares.own[j];
    }
  }

  void add_bar(const Run& run, std::size_t scale, double bar) {
    const std::int32_t slot = run.scales[scale].slot;
    if (slot >= 0) scale_bars_[static_cast<std::size_t>(slot)] += bar;
  }

  // Empty columns have innovations too, with v = 1, and empty groups rows, with v = 0.
  void add_scale_bars(const Run& run, const Seed& seed, const Backward& back) {
    for (std::size_t k = 0; k < run.scales.size(); ++k) {
      const ScaleChoice& scale = run.scales[k];
      if (scale.is_for_all) {
        if (k < run.own) {
          *back.scale_bars[k] -= static_cast<double>(run.empty[k]) * seed.determinant;
        }
        continue;
      }
      const std::size_t groups = scale.slots.size() - run.padding;
      for (std::size_t g = 0; g < groups; ++g) {
        if (k < run.own && run.column(k, g) == kNone) continue;
        scale_bars_[scale.slots[g]] += back.scale_bars[k][g];
      }
    }
  }

  void add_bars(const Run& run, double* bars, const Partials& partials) const {
    const double* numbers = numbers_of(run);
    for (std::size_t b = 0; b < run.batches && !run.is_substituted; ++b) {
      substitute_back(run, numbers + b * run.batch_size(), bars + b * run.batch_size());
    }
    if (!partials.coefficients.empty()) {
      for (const Cell& cell : run.coefficients) {
        partials.coefficients[cell.slot] += cell.multiplier * bars[cell.place];
      }
    }
    if (!partials.constants.empty()) {
      for (const Cell& cell : run.constants) {
        partials.constants[cell.slot] += cell.multiplier * bars[cell.place];
      }
    }
  }

  // --- rows over shared columns ---

  [[nodiscard]] SharedRow shared_row(std::uint32_t row) const {
    const std::int32_t slot = block_.scale_slot[row];
    const double inverse = slot < 0 ? 1.0 : inverse_[static_cast<std::size_t>(slot)];
    return {block_, stars_, inputs_, row, inverse};
  }

  void come_back(std::uint32_t row, const Seed& seed, const Partials& partials) {
    const SharedRow shared = shared_row(row);
    const double e = shared.residual(system_);
    rest_ += e * e;
    const std::int32_t slot = block_.scale_slot[row];
    if (slot >= 0) {
      scale_bars_[static_cast<std::size_t>(slot)] +=
          seed.residual * e * e + seed.determinant * shared.variance(system_);
    }
    if (partials.coefficients.empty() && partials.constants.empty()) return;
    shared.add_partials(system_, e, seed, partials);
  }

  // From derivatives by log s to derivatives by s.
  void finish_scales(const Seed& seed, const Partials& partials) const {
    for (std::size_t k = 0; k < block_.scales; ++k) {
      const double rest = seed.residual * block_.scale_rest[k] * inverse_[k] * inverse_[k];
      partials.scales[k] =
          (scale_bars_[k] - seed.determinant * block_.scale_count[k] + rest) * inverse_[k];
    }
  }

  static constexpr std::size_t kKeptViews = 2;

  Purpose purpose_;
  const Block& block_;
  const Stars& stars_;
  const Inputs& inputs_;
  const Kernels& kernels_;
  std::span<double> inverse_, scale_bars_;
  double* scratch_;
  std::array<RunView, kKeptViews + 1> views_;
  SharedSystem system_;
  // Together the logarithm of scales and pivots.
  LogProduct squares_;      // of them
  double exponents_ = 0.0;  // of 2
  double logs_ = 0.0;
  double rest_ = 0.0;
  bool has_lost_digits_ = false;  // far innovations, a covariance that has no factor
};

}  // namespace

std::optional<Parts> parts_and_partials(const Problem& problem, const Seed& seed,
                                        const Partials& partials) {
  Evaluation evaluation(problem, Purpose::kValue);
  if (!evaluation.eliminate()) return std::nullopt;
  return evaluation.finish(seed, partials);
}

bool draw(const Problem& problem, std::span<const double> z, std::span<double> u) {
  Evaluation evaluation(problem, Purpose::kDraw);
  if (!evaluation.eliminate()) return false;
  evaluation.draw(z, u);
  return true;
}

}  // namespace autumn::gaussian::star
