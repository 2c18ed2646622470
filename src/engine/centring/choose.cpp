// This file compares coordinates by what effective draws cost in them.
#include "engine/centring/choose.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/centring/centred.h"
#include "engine/centring/learn.h"
#include "engine/centring/pilot.h"
#include "sample/jumps/mixture.h"

namespace autumn::engine {
namespace {

constexpr std::int64_t kLeastIterations = 1000;
constexpr std::int64_t kLeastWarmup = 200;
// A short run must say so plainly before coordinates are others than those that are written.
constexpr double kPlainlyCheaper = 0.8;

bool has_elements_left(const collapse::ElementSet& collapsed, std::size_t variable) {
  return collapsed.count(variable) < collapsed.size_of(variable);
}

// The located variables of what is left to sample, once the plan is such that there are any.
class Locating {
 public:
  Locating(const Ready& written, const collapse::PlanOptions& plan)
      : prepared_(written.prepared),
        plan_(plan),
        collapsed_(collapse::collapsed_elements(prepared_.compressed, prepared_.plan)),
        chosen_(collapse::chosen_elements(prepared_.compressed, prepared_.plan)) {}

  // Whether anything is located that is sampled; then `plan` leaves what it is located by.
  bool run() {
    const std::vector<model::Located> all = model::find_located(prepared_.compressed);
    const auto is_sampled = [&](const model::Located& one) {
      return !is_collapsed(one.variable) && has_elements_left(collapsed_, one.variable);
    };
    if (std::ranges::none_of(all, is_sampled)) return false;
    if (!has_choice(plan_)) return true;  // what was asked to be collapsed stays so
    // What is sampled again may be located by others.
    for (std::size_t before = 0, now = 1; now != before;) {
      before = plan_.dear.size();
      for (const model::Located& located : all) {
        if (!is_collapsed(located.variable)) keep_around(located);
      }
      now = plan_.dear.size();
    }
    // What is sampled now might be collapsed where that stays which kept it from it.
    for (const model::Located& located : all) {
      if (is_another_ && !is_collapsed(located.variable)) keep_all_around(located);
    }
    return true;
  }

  [[nodiscard]] bool is_another_plan() const { return is_another_; }
  [[nodiscard]] const collapse::PlanOptions& plan() const { return plan_; }

 private:
  // Elements that nobody observes are drawn forward in any plan, and the others are located as
  // ever.
  [[nodiscard]] bool is_collapsed(std::size_t v) const {
    const std::string& name = prepared_.compressed.variables[v].name;
    return chosen_.count(v) != 0 && std::ranges::find(plan_.dear, name) == plan_.dear.end();
  }

  void keep_around(const model::Located& located) {
    for (const std::size_t v : model::variables_around(prepared_.compressed, located)) {
      if (!is_collapsed(v)) continue;
      plan_.dear.push_back(prepared_.compressed.variables[v].name);
      is_another_ = true;
    }
  }

  void keep_all_around(const model::Located& located) {
    for (const std::size_t v : model::variables_around(prepared_.compressed, located)) {
      const std::string& name = prepared_.compressed.variables[v].name;
      if (std::ranges::find(plan_.dear, name) == plan_.dear.end()) plan_.dear.push_back(name);
    }
  }

  const Prepared& prepared_;
  collapse::PlanOptions plan_;
  collapse::ElementSet collapsed_;
  collapse::ElementSet chosen_;  // less the leaves
  bool is_another_ = false;
};

// What the weights promise, of the cost of an effective draw: those of five hierarchies under
// Poisson, binomial and Bernoulli likelihoods kept it or did better.
double predicted_ratio(const Ready& centred, const Ready& written) {
  constexpr double kGain = 3.0;  // the logarithm of it, from one end to the other
  double distance = 0.0;
  const density::Centring& centring = centred.prepared.centred->centring;
  for (std::size_t k = 0; k < centring.variables.size(); ++k) {
    distance = std::max(distance,
                        mean_distance(centring.weights[k], centring.variables[k].written_weight()));
  }
  return std::exp(-kGain * distance) * gradient_nanoseconds(centred.prepared) /
         gradient_nanoseconds(written.prepared);
}

}  // namespace

double CostRatio::value() const {
  return std::sqrt(predicted * tried);
}

bool may_centre(const RunOptions& options) {
  const sampler::Settings& s = options.settings;
  const bool has_metric =
      !s.inverse_metric.empty() ||
      std::ranges::any_of(options.starts, [](const auto& c) { return !c.inverse_metric.empty(); });
  return s.centring != sampler::Centring::as_written && s.algorithm == sampler::Algorithm::nuts &&
         s.adapt_engaged && s.learns_from_scores() && !has_metric && s.warmup >= kLeastWarmup &&
         (s.centring == sampler::Centring::learnt ||
          s.warmup + s.draws * s.thin.transitions() >= kLeastIterations);
}

Result<std::optional<CentredChoice>> choose_centring(const Ready& written,
                                                     const collapse::PlanOptions& plan,
                                                     const MakeAgain& make_again) {
  const std::optional<CentredChoice> none;
  if (!may_centre(written.options) || written.prepared.dimension <= sampler::kMostMixed)
    return none;
  Locating locating(written, plan);
  if (!locating.run()) return none;
  Result<Ready> ready = locating.is_another_plan() ? make_again(written.prepared, locating.plan())
                                                   : Result<Ready>(written);
  if (!ready) return ready.error();
  Ready& centred = ready.value();
  std::vector<model::Located> located = model::find_located(centred.prepared.sampled);
  if (located.empty()) return none;
  density::Centring learnt = learnt_centring(centred, std::move(located));
  if (learnt.variables.empty()) return none;
  centred.prepared.centred = prepare_centred(centred.prepared, std::move(learnt));
  const bool is_settled = written.options.settings.centring == sampler::Centring::learnt;
  std::optional<CostRatio> ratio;
  if (!is_settled) {
    ratio = CostRatio{predicted_ratio(centred, written), tried_ratio(centred, written)};
    if (ratio->value() > kPlainlyCheaper) return none;
  }
  return std::optional(CentredChoice{std::move(centred), locating.plan(), ratio});
}

std::string centring_text(const Ready& ready, const std::optional<CentredChoice>& choice) {
  if (choice) return to_text(choice->ready.prepared, *choice->ready.prepared.centred);
  std::vector<std::string> names;
  const model::Model& model = ready.prepared.compressed;
  const collapse::ElementSet collapsed = collapse::collapsed_elements(model, ready.prepared.plan);
  for (const model::Located& located : model::find_located(model)) {
    if (!has_elements_left(collapsed, located.variable)) continue;
    names.push_back(model.variables[located.variable].name);
  }
  if (names.empty() || ready.prepared.dimension <= sampler::kMostMixed) return "";
  return fmt::format("The sampler has {} centred as written: short runs found nothing cheaper.",
                     fmt::join(names, ", "));
}

}  // namespace autumn::engine
