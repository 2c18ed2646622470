// This file runs chains in coordinates of their own and shows them as they are written.
#include "engine/centring/centred.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/numbers.h"
#include "sample/initial_point.h"

namespace autumn::engine {
namespace {

// Variances as they come, with Stan's caution where there are few.
class RunningVariances {
 public:
  explicit RunningVariances(std::size_t dimension) : mean_(dimension), squares_(dimension) {}

  void add(std::span<const double> x) {
    count_ += 1.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double deviation = x[i] - mean_[i];
      mean_[i] += deviation / count_;
      squares_[i] += deviation * (x[i] - mean_[i]);
    }
  }

  [[nodiscard]] std::size_t dimension() const { return mean_.size(); }

  void visit_fields(sampler::Fields& fields) {
    auto& [count, mean, squares] = *this;
    fields("count", count);
    fields.exactly("mean", mean);
    fields.exactly("squares", squares);
  }

  [[nodiscard]] std::vector<double> variances() const {
    constexpr double kPrior = 5.0;
    constexpr double kPriorVariance = 1e-3;
    std::vector<double> result(mean_.size(), 1.0);
    if (count_ < 2.0) return result;
    for (std::size_t i = 0; i < result.size(); ++i) {
      const double variance = squares_[i] / (count_ - 1.0);
      result[i] = (count_ * variance + kPrior * kPriorVariance) / (count_ + kPrior);
    }
    return result;
  }

 private:
  double count_ = 0.0;
  std::vector<double> mean_;
  std::vector<double> squares_;
};

// Shows a chain to its observer as it is written.
class WrittenView final : public sampler::ChainObserver {
 public:
  WrittenView(const CentredChain& chain, const sampler::Settings& settings,
              sampler::ChainObserver& observer)
      : way_(chain.centred),
        warmup_(settings.warmup),
        may_end_early_(settings.stops_when_settled),
        observer_(observer),
        variances_(chain.density.dimension()) {}

  void on_initial_point() override { observer_.on_initial_point(); }
  [[nodiscard]] bool is_stopped() const override { return observer_.is_stopped(); }

  void on_warmup_point(const sampler::Point& point) override {
    const CentredWay::Written written = way_.to_written(point.position);
    observer_.on_warmup_point({.position = {written.point.begin(), written.point.end()},
                               .gradient = {},
                               .log_density = point.log_density - written.log_jacobian,
                               .has_gradient = false});
    const bool is_early = 2 * warmup_points_++ < warmup_;
    if (is_early && !may_end_early_) return;
    if (!may_end_early_) variances_.add(written.point);
    points_.insert(points_.end(), written.point.begin(), written.point.end());
    log_densities_.push_back(point.log_density - written.log_jacobian);
  }

  void on_adapted(const sampler::Adapted& adapted) override {
    drop_first_half();
    observer_.on_adapted(as_written(adapted));
    points_ = {};
  }

  // The record has some of the coordinates of the second half of warm-up.
  [[nodiscard]] std::int64_t choose_thin(const sampler::WarmupRecord& record) override {
    drop_first_half();
    sampler::WarmupRecord written = record;
    if (written.log_densities.size() == log_densities_.size()) {
      const std::size_t dimension =
          points_.size() / std::max<std::size_t>(1, log_densities_.size());
      for (std::size_t i = 0; i < log_densities_.size(); ++i) {
        for (std::size_t k = 0; k < record.quantities; ++k) {
          written.values[i * record.quantities + k] =
              points_[i * dimension + k * dimension / record.quantities];
        }
      }
      written.log_densities = log_densities_;
    }
    return observer_.choose_thin(written);
  }

  void on_draw(const sampler::Draw& draw) override {
    const CentredWay::Written written = way_.to_written(draw.position);
    sampler::Statistics statistics = draw.statistics;
    statistics.lp -= written.log_jacobian;
    observer_.on_draw({draw.phase, draw.iteration, statistics, written.point});
  }

  [[nodiscard]] bool on_iteration(sampler::Phase phase, std::int64_t iteration) override {
    return observer_.on_iteration(phase, iteration);
  }

  [[nodiscard]] bool keeps_states() const override { return observer_.keeps_states(); }
  [[nodiscard]] bool wants_state(std::int64_t left) override { return observer_.wants_state(left); }
  void on_state(sampler::ChainState state) override { observer_.on_state(std::move(state)); }

  void visit_fields(sampler::Fields& fields) override {
    // The way has no memory, and `warmup` is a setting.
    [[maybe_unused]] auto& [way, warmup, may_end_early, observer, variances, warmup_points, points,
                            log_densities, gradients] = *this;
    fields("may_end_early", may_end_early);
    fields("variances", variances);
    fields("warmup_points", warmup_points);
    fields("points", points);
    fields("log_densities", log_densities);
    fields("gradients", gradients);
    observer.visit_fields(fields);
  }

  // The result of the chain as it is written.
  [[nodiscard]] sampler::ChainResult as_written(sampler::ChainResult done) {
    done.gradients_warmup += gradients_;
    done.adapted = as_written(std::move(done.adapted));
    const std::span<const double> final_point = way_.to_written(done.final_position).point;
    done.final_position.assign(final_point.begin(), final_point.end());
    return done;
  }
  // What the search for the initial point took.
  void set_gradients(std::uint64_t gradients) { gradients_ = gradients; }

  [[nodiscard]] sampler::Adapted as_written(sampler::Adapted adapted) const {
    if (adapted.metric == MetricKind::kDiagonal) adapted.inverse_metric = variances_.variances();
    return adapted;
  }

 private:
  // Where it is known at the end only what the second half of warm-up is.
  void drop_first_half() {
    if (!may_end_early_) return;
    may_end_early_ = false;
    const auto dropped = static_cast<std::ptrdiff_t>((log_densities_.size() + 1) / 2);
    const auto dimension = static_cast<std::ptrdiff_t>(variances_.dimension());
    points_.erase(points_.begin(), points_.begin() + dropped * dimension);
    log_densities_.erase(log_densities_.begin(), log_densities_.begin() + dropped);
    const std::span<const double> points = points_;
    for (std::size_t k = 0; k < log_densities_.size(); ++k) {
      variances_.add(points.subspan(k * variances_.dimension(), variances_.dimension()));
    }
  }

  CentredWay way_;
  std::int64_t warmup_;
  bool may_end_early_;
  sampler::ChainObserver& observer_;
  RunningVariances variances_;
  std::int64_t warmup_points_ = 0;
  std::vector<double> points_;  // of the second half of warm-up
  std::vector<double> log_densities_;
  std::uint64_t gradients_ = 0;  // of the search for the initial point
};

// An own program for the density of coordinates, as for that of the model.
evaluate::PreparedProgram prepared_density(const Prepared& prepared, expr::Graph density) {
  density::Lowered lowered;
  lowered.density = std::move(density);
  return evaluate::prepare(density::value_and_gradient(lowered, prepared.without_passes));
}

}  // namespace

std::shared_ptr<const Centred> prepare_centred(const Prepared& prepared,
                                               density::Centring centring) {
  density::CentredLowered lowered = density::lower_centred(prepared.sampled, centring);
  return std::make_shared<const Centred>(
      Centred{.centring = std::move(centring),
              .density = prepared_density(prepared, std::move(lowered.density)),
              .to_written = evaluate::prepare(std::move(lowered.to_written)),
              .from_written = evaluate::prepare(std::move(lowered.from_written)),
              .places = evaluate::prepare(std::move(lowered.places))});
}

std::string to_text(const Prepared& prepared, const Centred& centred) {
  std::vector<std::string> parts;
  for (std::size_t k = 0; k < centred.centring.variables.size(); ++k) {
    const std::vector<double>& weights = centred.centring.weights[k];
    const auto [least, most] = std::ranges::minmax(weights);
    const double mean =
        std::accumulate(weights.begin(), weights.end(), 0.0) / static_cast<double>(weights.size());
    const std::size_t v = centred.centring.variables[k].variable;
    const std::string range = least == most ? "" : fmt::format(" ({:.2g} to {:.2g})", least, most);
    parts.push_back(fmt::format("{} by {:.2g}{}", prepared.sampled.variables[v].name, mean, range));
  }
  return fmt::format(
      "The sampler centres {} in coordinates of its own (0: standard normal a priori, 1: as large "
      "as it is).",
      fmt::join(parts, ", "));
}

CentredWay::Written CentredWay::to_written(std::span<const double> coordinates) {
  to_written_.run({&coordinates, 1});
  return {to_written_.output(0), to_written_.output(1)[0]};
}

std::span<const double> CentredWay::from_written(std::span<const double> point) {
  from_written_.run({&point, 1});
  return from_written_.output(0);
}

Result<sampler::ChainResult> run_centred(const CentredChain& chain,
                                         const sampler::Settings& settings,
                                         const sampler::ChainKey& key,
                                         std::span<const double> initial,
                                         sampler::ChainObserver& observer) {
  Result<sampler::Metric> metric =
      sampler::make_metric(MetricKind::kUnit, chain.written.dimension(), {});
  if (!metric) return metric.error();
  sampler::Hamiltonian hamiltonian(chain.written, std::move(metric).value());
  const auto begin =
      sampler::find_initial_point(hamiltonian, initial, settings.initial_radius, key);
  if (!begin) return begin.error();
  CentredWay way(chain.centred);
  const std::span<const double> coordinates = way.from_written(begin.value().position);
  // Where rounding has no such point the chain may begin anywhere.
  const std::span<const double> start =
      all_finite(coordinates) ? coordinates : std::span<const double>();
  WrittenView view(chain, settings, observer);
  view.set_gradients(hamiltonian.gradients());
  sampler::Settings own = settings;
  own.initial_is_drawn = initial.empty();
  Result<sampler::ChainResult> result = sampler::run_chain(chain.density, own, key, start, view);
  if (!result) return result;
  return view.as_written(std::move(result).value());
}

Result<sampler::ChainResult> resume_centred(const CentredChain& chain,
                                            const sampler::Settings& settings,
                                            const sampler::ChainKey& key,
                                            const sampler::ChainState& state,
                                            sampler::ChainObserver& observer) {
  WrittenView view(chain, settings, observer);
  Result<sampler::ChainResult> result =
      sampler::resume_chain(chain.density, settings, key, state, view);
  if (!result) return result;
  return view.as_written(std::move(result).value());
}

}  // namespace autumn::engine
