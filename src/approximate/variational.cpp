// This file climbs the ELBO: a step size is found first, then stochastic gradients are followed
// until the ELBO stays where it is.
#include "approximate/variational.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "approximate/ascent.h"
#include "approximate/elbo.h"
#include "approximate/log_value.h"

namespace autumn::approximate {
namespace {

constexpr double kStepSizes[] = {100.0, 10.0, 1.0, 0.1, 0.01};
constexpr double kWorst = -std::numeric_limits<double>::max();

class Inference {
 public:
  Inference(LogDensity& density, std::span<const double> start, const VariationalSettings& settings,
            Random& random, const Observer& observer)
      : settings_(settings),
        observer_(observer),
        random_(random),
        density_(density),
        for_gradient_{density, settings.family, settings.grad_samples, random},
        for_elbo_{density, settings.family, settings.elbo_samples, random},
        first_(first_parameters(settings.family, start)),
        parameters_(first_) {}

  Variational run() {
    result_.eta = settings_.eta;
    const bool has_parameters = parameters_.size() > 0;  // otherwise nothing is to be found
    if (has_parameters && settings_.adapt_engaged) result_.ending = adapt();
    if (has_parameters && result_.ending == Ending::kDone) result_.ending = climb();
    describe();
    if (!is_error(result_.ending)) draw();
    return std::move(result_);
  }

 private:
  void report_adaptation(std::size_t done) const {
    const std::size_t every = settings_.adapt_iter;
    const std::size_t all = every * std::size(kStepSizes);
    if (done != all && done != 1 && done % every != 0) return;
    const auto width = static_cast<int>(std::ceil(std::log10(static_cast<double>(all))));
    tell(observer_, fmt::format("Iteration: {:>{}} / {} [{:>3}%]  (Adaptation)", done, width, all,
                                100 * done / all));
  }

  // The ELBO after a few steps of this size from the beginning; a gradient that is not there is no
  // step.
  double elbo_after(double eta, std::size_t done) {
    parameters_ = first_;
    Ascent ascent(eta, parameters_.size());
    for (std::size_t k = 1; k <= settings_.adapt_iter; ++k) {
      report_adaptation(done + k);
      const std::optional<VectorXd> gradient = estimate_gradient(for_gradient_, parameters_);
      ascent.step(parameters_, gradient ? *gradient : VectorXd::Zero(parameters_.size()));
    }
    return estimate_elbo(for_elbo_, parameters_).value_or(kWorst);
  }

  // From large to small, until the ELBO gets worse again.
  Ending adapt() {
    tell(observer_, "Begin eta adaptation.");
    const std::optional<double> first = estimate_elbo(for_elbo_, first_);
    if (!first) return Ending::kRejectedDraws;
    double best = kWorst;
    std::optional<double> eta;
    std::size_t done = 0;
    for (const double tried : kStepSizes) {
      if (should_stop(observer_)) return Ending::kStopped;
      const double elbo = elbo_after(tried, done);
      done += settings_.adapt_iter;
      if (eta && elbo < best && best > *first) break;
      best = elbo;
      eta = tried;
    }
    parameters_ = first_;
    if (!(best > *first)) return Ending::kNoStepSize;
    result_.eta = *eta;
    const bool is_early = done < settings_.adapt_iter * std::size(kStepSizes);
    tell(observer_, fmt::format("Success! Found best value [eta = {:.6g}]{}", result_.eta,
                                is_early ? " earlier than expected." : "."));
    tell(observer_, "");
    return Ending::kDone;
  }

  // Whether the ELBO has come to rest; tells about it.
  bool has_converged(std::size_t iteration, double elbo, const ElboChanges& changes) const {
    const double mean = changes.mean();
    const double median = changes.median();
    std::string line =
        fmt::format("  {:>4}  {:>15.3f}  {:>16.3f}  {:>15.3f}", iteration, elbo, mean, median);
    const bool is_mean = mean < settings_.tol_rel_obj;
    const bool is_median = median < settings_.tol_rel_obj;
    if (is_mean) line += "   MEAN ELBO CONVERGED";
    if (is_median) line += "   MEDIAN ELBO CONVERGED";
    if (iteration > 10 * settings_.eval_elbo && (median > 0.5 || mean > 0.5)) {
      line += "   MAY BE DIVERGING... INSPECT ELBO";
    }
    tell(observer_, line);
    return is_mean || is_median;
  }

  void warn_of_worse(double elbo, double best) const {
    if (!(relative_difference(elbo, best) > 0.05)) return;
    tell(observer_,
         fmt::format("The ELBO was larger before ({:.3f}): there may be a better optimum.", best));
  }

  // Looks at the ELBO after an iteration; nothing if too many draws are rejected.
  std::optional<bool> look(std::size_t iteration, ElboChanges& changes) {
    const std::optional<double> now = estimate_elbo(for_elbo_, parameters_);
    if (!now) return std::nullopt;
    changes.add(relative_difference(*now, elbo_));
    elbo_ = *now;
    best_elbo_ = std::max(best_elbo_, elbo_);
    const std::chrono::duration<double> taken = Clock::now() - start_;
    result_.elbo.push_back({iteration, taken.count(), elbo_});
    const bool is_last = has_converged(iteration, elbo_, changes);
    if (is_last) warn_of_worse(elbo_, best_elbo_);
    return is_last;
  }

  Ending climb() {
    tell(observer_, "Begin stochastic gradient ascent.");
    tell(observer_, "  iter             ELBO   delta_ELBO_mean   delta_ELBO_med   notes ");
    const double window =
        0.1 * static_cast<double>(settings_.iter) / static_cast<double>(settings_.eval_elbo);
    ElboChanges changes(static_cast<std::size_t>(std::max(window, 2.0)));
    Ascent ascent(result_.eta, parameters_.size());
    start_ = Clock::now();
    for (std::size_t k = 1; k <= settings_.iter; ++k) {
      if (should_stop(observer_)) return Ending::kStopped;
      const std::optional<VectorXd> gradient = estimate_gradient(for_gradient_, parameters_);
      if (!gradient) return Ending::kRejectedDraws;
      ascent.step(parameters_, *gradient);
      if (k % settings_.eval_elbo != 0) continue;
      const std::optional<bool> is_last = look(k, changes);
      if (!is_last) return Ending::kRejectedDraws;
      if (*is_last) return Ending::kDone;
    }
    warn_of_iterations();
    return Ending::kIterations;
  }

  void warn_of_iterations() const {
    // cmdstanpy looks for the second sentence.
    tell(observer_, "All iterations are used up. The algorithm may not have converged.");
  }

  // The approximation as it is now.
  void describe() {
    const auto d = static_cast<Index>(density_.dimension());
    const VectorXd mean = parameters_.head(d);
    result_.mean.assign(mean.begin(), mean.end());
    VectorXd scale = parameters_.tail(parameters_.size() - d);
    if (settings_.family == Family::kMeanField) scale = scale.array().exp();
    result_.scale.assign(scale.begin(), scale.end());
  }

  void draw() {
    tell(observer_, "");
    tell(observer_, fmt::format("Drawing a sample of size {} from the approximate posterior... ",
                                settings_.output_samples));
    result_.draws.dimension = density_.dimension();
    VectorXd z(static_cast<Index>(density_.dimension()));
    for (std::size_t k = 0; k < settings_.output_samples; ++k) {
      for (double& number : z) number = random_.normal();
      const VectorXd x = transformed(settings_.family, parameters_, z);
      result_.draws.append(as_span(x));
      result_.log_p.push_back(log_value(density_, x));
      result_.log_g.push_back(-0.5 * z.squaredNorm());
    }
    tell(observer_, "COMPLETED.");
  }

  using Clock = std::chrono::steady_clock;

  const VariationalSettings& settings_;
  const Observer& observer_;
  Random& random_;
  LogDensity& density_;
  ElboTask for_gradient_;
  ElboTask for_elbo_;
  VectorXd first_;
  VectorXd parameters_;
  Clock::time_point start_;
  double elbo_ = 0.0;
  double best_elbo_ = kWorst;
  Variational result_;
};

Status check_count(std::size_t count, const char* name) {
  if (count > 0) return Done{};
  return Error{fmt::format("{} must be at least 1, got 0", name), "", {}};
}

Status check_size(double value, const char* name) {
  if (value > 0.0) return Done{};
  return Error{fmt::format("{} must be greater than 0, got {}", name, value), "", {}};
}

}  // namespace

Status check(const VariationalSettings& settings) {
  for (const Status& status :
       {check_count(settings.iter, "iter"), check_count(settings.grad_samples, "grad_samples"),
        check_count(settings.elbo_samples, "elbo_samples"), check_size(settings.eta, "eta"),
        check_count(settings.adapt_iter, "adapt iter"),
        check_size(settings.tol_rel_obj, "tol_rel_obj"),
        check_count(settings.eval_elbo, "eval_elbo"),
        check_count(settings.output_samples, "output_samples")}) {
    if (!status) return status;
  }
  return Done{};
}

Variational variational(LogDensity& density, std::span<const double> start,
                        const VariationalSettings& settings, Random& random,
                        const Observer& observer) {
  return Inference(density, start, settings, random, observer).run();
}

}  // namespace autumn::approximate
