// This file compares plans by counts: dimensions, estimated gradients, and the autocorrelation of
// short runs.
#include "engine/worth.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "engine/short_run.h"
#include "sample/jumps/mixture.h"

namespace autumn::engine {
namespace {

// A gradient that is hardly dearer needs no question.
constexpr double kHardlyDearer = 1.5;
// A few means above effects that stay are as easily sampled with them: there it must not be dearer,
// and must be cheaper where the metric has directions, which see the means themselves.
constexpr double kNotDearer = 1.05;
constexpr double kCheaper = 0.98;
// Predictions that differ by more are believed: less is needed to refuse a collapse than to take it
// without a short run.
constexpr double kClear = 1.75;
constexpr double kVeryClear = 8.0;
// Coefficients whose priors are known are easy, however many there are.
constexpr double kEasy = 12.0;  // gradients per draw
// Elements of a hierarchy that are sampled beside their scales take so many times the gradients
// that their number alone would take; with a metric that has directions they may be easy, too.
// Where some of them are collapsed and some are not it is hardly less than this.
constexpr double kHierarchy = 4.0;
constexpr double kAtBest = 0.25;
constexpr double kMuchDearer = 3.0;
// Elements with a scale of their own each (a horseshoe) make funnels, which are harder still.
constexpr double kFunnels = 16.0;
// What is left of a hierarchy is its scales, which are harder than their number says, too, where
// jumps do not take care of them.
constexpr double kScales = 3.0;
// Operations that the plan counts take as many nanoseconds as this at the very least.
constexpr double kLeastPerOperation = 1.0 / 24.0;
// Where an effective draw costs less (in nanoseconds), to prepare anything else takes longer than a
// thousand draws could save.
constexpr double kNotWorthAsking = 1000.0;
// What lies between the plan and nothing, and makes gradients much dearer, is asked for only where,
// at best, an effective draw would cost this share of the cheapest that was tried: a short run at
// that price takes about a tenth of what a thousand draws could save, and mostly more.
constexpr double kWorthAsking = 0.25;
// A short run must say so plainly before less is collapsed than could be.
constexpr double kPlainlyCheaper = 0.8;

// Names of variables of which something is collapsed by a rule that costs something.
std::vector<std::string> dear_names(const Prepared& prepared) {
  std::vector<std::string> names;
  std::vector<bool> is_named(prepared.compressed.variables.size(), false);
  for (const collapse::Step& step : prepared.plan.steps) {
    if (step.rule.kind == collapse::RuleKind::kLeaf || is_named[step.variable]) continue;
    is_named[step.variable] = true;
    names.push_back(prepared.compressed.variables[step.variable].name);
  }
  return names;
}

class Choosing {
 public:
  explicit Choosing(const WorthRequest& request) : request_(request) {}

  Result<Chosen> run() {
    Result<Ready> planned = request_.make_ready(request_.plan);
    if (!planned) return planned.error();
    const std::vector<std::string> dear = dear_names(planned.value().prepared);
    if (dear.empty()) return Chosen{std::move(planned).value(), std::nullopt};
    std::vector<std::string> all;
    for (const model::Variable& v : planned.value().prepared.compressed.variables) {
      all.push_back(v.name);
    }
    const auto& blocks = planned.value().prepared.plan.blocks;
    is_hierarchy_ = std::ranges::any_of(blocks, &collapse::BlockSummary::is_hierarchy);
    has_local_scales_ = std::ranges::any_of(blocks, [](const collapse::BlockSummary& block) {
      return block.is_hierarchy && block.has_local_scales;
    });
    are_few_means_ = !is_hierarchy_ && collapse::collapses_few_means(planned.value().prepared.plan);
    add("as planned", request_.plan, std::move(planned).value());
    if (is_clear_by_counts()) return taken(0);
    if (Status status = add_without("nothing collapsed", all); !status) return status.error();
    if (is_clear(worth_.alternatives[0], worth_.alternatives[1])) return taken(0);
    decide();
    // What lies between the two is asked for only where the plan does not pay: to prepare it takes
    // its time, too.
    if (worth_.chosen == 0 || dear.size() == 1 || !is_hierarchy_) return taken(worth_.chosen);
    for (const std::string& name : dear) {
      Status status = add_without(fmt::format("{} kept", name), {name});
      if (!status) return status.error();
    }
    decide();
    return taken(worth_.chosen);
  }

 private:
  void add(std::string name, collapse::PlanOptions plan, Ready ready) {
    const double gradient = gradient_nanoseconds(ready.prepared);
    const std::size_t dimension = ready.prepared.dimension;
    if (worth_.alternatives.size() == 1 && may_be_easy(gradient)) predict_at_best();
    const double gradients = worth_.alternatives.empty() ? gradients_as_planned(dimension)
                                                         : gradients_of_less(dimension);
    worth_.alternatives.push_back({.name = std::move(name),
                                   .plan = std::move(plan),
                                   .dimension = dimension,
                                   .gradient = gradient,
                                   .predicted = gradient * gradients});
    ready_.push_back(std::move(ready));
  }

  Status add_without(std::string name, const std::vector<std::string>& dear) {
    collapse::PlanOptions plan = request_.plan;
    plan.dear = dear;
    Result<Ready> ready = request_.make_again(ready_[0].prepared, plan);
    if (!ready) return ready.error();
    add(std::move(name), std::move(plan), std::move(ready).value());
    return Done{};
  }

  // From here on predictions are what plans cost at best.
  void predict_at_best() {
    is_at_best_ = true;
    Alternative& planned = worth_.alternatives[0];
    planned.predicted = planned.gradient * gradients_as_planned(planned.dimension);
  }

  [[nodiscard]] double gradients_as_planned(std::size_t dimension) const {
    const bool is_scales = is_hierarchy_ && !is_at_best_ && dimension > sampler::kMostMixed;
    return (is_scales ? kScales : 1.0) * gradients_per_draw(dimension);
  }

  // Of a plan that collapses less than could be.
  [[nodiscard]] double gradients_of_less(std::size_t dimension) const {
    const double gradients = gradients_per_draw(dimension);
    const bool is_first = worth_.alternatives.size() == 1;
    if (!is_hierarchy_) return are_few_means_ ? gradients : std::min(gradients, kEasy);
    if (is_at_best_ && dimension <= sampler::kMostMixed) return gradients;
    if (is_at_best_)
      return is_first ? std::min(gradients, kEasy) : std::max(kEasy, kAtBest * gradients);
    return (has_local_scales_ ? kFunnels : kHierarchy) * gradients;
  }

  // Whether what is predicted of plans that collapse less is to be what they cost at best: a
  // hierarchy may be easy for a metric with directions, or be a funnel all the same. Only a short
  // run can tell, and it is asked only where a collapse makes gradients much dearer.
  [[nodiscard]] bool may_be_easy(double gradient) const {
    return is_hierarchy_ && !has_local_scales_ && has_directions() &&
           worth_.alternatives[0].gradient >= kMuchDearer * gradient;
  }

  // Of the metric.
  [[nodiscard]] bool has_directions() const {
    return ready_[0].options.settings.learns_from_scores();
  }

  // How many times cheaper the plan must be to be taken without a question.
  [[nodiscard]] double clearly() const { return is_at_best_ ? 1.0 : kVeryClear; }

  [[nodiscard]] bool is_clear(const Alternative& planned, const Alternative& none) const {
    const double few = has_directions() ? kCheaper : kNotDearer;
    const double dearer = are_few_means_ ? few : kHardlyDearer;
    return planned.gradient <= dearer * none.gradient ||
           planned.predicted * clearly() < none.predicted;
  }

  // Whether nothing that is collapsed less can come near, by what the plan has counted already:
  // then it need not be prepared.
  [[nodiscard]] bool is_clear_by_counts() const {
    const collapse::Plan& plan = ready_[0].prepared.plan;
    if (plan.dimension_after == 0 || worth_.alternatives[0].predicted < kNotWorthAsking)
      return true;
    const double least = kLeastPerOperation * plan.cost_before;
    if (may_be_easy(least)) return false;
    const double predicted = least * gradients_of_less(plan.dimension_before);
    return worth_.alternatives[0].predicted * clearly() < predicted;
  }

  // Where most dimensions stay there is nothing to be seen in a short run but its noise.
  [[nodiscard]] bool is_much_smaller() const {
    return collapse::is_much_smaller(worth_.alternatives[0].dimension,
                                     worth_.alternatives[1].dimension);
  }

  // The best of the predictions, unless others come near and a short run says otherwise.
  void decide() {
    const std::vector<std::size_t> order = by_prediction();
    worth_.chosen = is_at_best_ ? 0 : order[0];
    if (is_hopeless()) worth_.chosen = 1;
    if (!request_.may_try || !is_much_smaller() || is_hopeless()) return;
    const auto predicted = [&](std::size_t k) { return worth_.alternatives[order[k]].predicted; };
    if (is_at_best_ || predicted(1) <= kClear * predicted(0)) try_in(order);
  }

  // Whether the plan at its best costs more than sampling everything does at its worst.
  [[nodiscard]] bool is_hopeless() const {
    const Alternative &planned = worth_.alternatives[0], &none = worth_.alternatives[1];
    return is_at_best_ &&
           planned.predicted > none.gradient * kHierarchy * gradients_per_draw(none.dimension);
  }

  // The cheapest first. Where predictions are of the best case the plan itself is second, so that
  // it is tried before others that are hardly different from the first; and what needs no run goes
  // before all, since the others can be given up when they are seen to be dearer.
  [[nodiscard]] std::vector<std::size_t> by_prediction() const {
    std::vector<std::size_t> order(worth_.alternatives.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {},
                             [&](std::size_t k) { return worth_.alternatives[k].predicted; });
    if (!is_at_best_) return order;
    const auto plan = std::ranges::find(order, std::size_t{0});
    if (plan - order.begin() > 1) std::rotate(order.begin() + 1, plan, plan + 1);
    std::ranges::stable_partition(order, [&](std::size_t k) { return !needs_run(k); });
    return order;
  }

  // What is left of few dimensions needs no run: jumps make all of them alike.
  [[nodiscard]] bool needs_run(std::size_t k) const {
    return worth_.alternatives[k].dimension > sampler::kMostMixed;
  }

  // The first two, and those that would be cheaper than these turned out to be; where predictions
  // are of the best case there is no need of a second that cannot be.
  void try_in(const std::vector<std::size_t>& order) {
    const std::size_t least_tried = is_at_best_ ? 1 : 2;
    constexpr std::size_t kMostRuns = 3;
    std::vector<std::size_t> tried;
    Costs least;
    // What has been tried before is first, so that others can be given up beside it.
    for (const std::size_t k : order) {
      if (!worth_.alternatives[k].tried) continue;
      try_one(k, least);
      tried.push_back(k);
    }
    for (const std::size_t k : order) {
      if (std::ranges::find(tried, k) != tried.end()) continue;
      const double promising = is_dear_to_ask(k) ? kWorthAsking : 1.0;
      const bool is_needed =
          tried.size() < least_tried || worth_.alternatives[k].predicted < promising * least.tried;
      if (!is_needed ||
          std::ranges::count_if(tried, [&](std::size_t t) { return needs_run(t); }) == kMostRuns)
        continue;
      try_one(k, least);
      tried.push_back(k);
    }
    if (std::isfinite(least.per_draw)) choose_of(tried, least.per_draw);
  }

  // The least so far of an effective draw: as alternatives are judged, and by short runs alone.
  struct Costs {
    double per_draw = kInfinity;
    double tried = kInfinity;
  };

  [[nodiscard]] bool is_dear_to_ask(std::size_t k) const {
    const std::vector<Alternative>& all = worth_.alternatives;
    return is_at_best_ && k > 1 && all[k].gradient > kMuchDearer * all[1].gradient;
  }

  void try_one(std::size_t k, Costs& least) {
    Alternative& alternative = worth_.alternatives[k];
    if (needs_run(k) && !alternative.tried) {
      alternative.tried = cost_of_draw(ready_[k], alternative.gradient, least.tried);
      if (is_at_best_) alternative.predicted = std::max(alternative.predicted, *alternative.tried);
    }
    least.tried = std::min(least.tried, alternative.tried.value_or(alternative.predicted));
    least.per_draw = std::min(least.per_draw, alternative.cost());
  }

  // Of those that are about as cheap as the cheapest, the one that collapses most.
  void choose_of(const std::vector<std::size_t>& tried, double least) {
    std::size_t dimension = std::numeric_limits<std::size_t>::max();
    for (const std::size_t k : tried) {
      const Alternative& alternative = worth_.alternatives[k];
      const bool is_cheap = kPlainlyCheaper * alternative.cost() <= least;
      if (!is_cheap || alternative.dimension >= dimension) continue;
      worth_.chosen = k;
      dimension = alternative.dimension;
    }
  }

  Chosen taken(std::size_t k) {
    worth_.chosen = k;
    return {std::move(ready_[k]), std::move(worth_)};
  }

  const WorthRequest& request_;
  bool is_hierarchy_ = false;
  bool has_local_scales_ = false;
  bool are_few_means_ = false;
  bool is_at_best_ = false;
  Worth worth_;
  std::vector<Ready> ready_;
};

}  // namespace

double Alternative::cost() const {
  return tried ? std::sqrt(predicted * *tried) : predicted;
}

double gradients_per_draw(std::size_t dimension) {
  // Where jumps follow the density, draws are nearly independent.
  if (dimension <= 2) return 1.0 + static_cast<double>(dimension);
  // Where they come from a mixture, most of it is the beginning of warm-up.
  if (dimension <= sampler::kMostMixed) return 4.0 + static_cast<double>(dimension);
  return 6.0 + 3.0 * std::pow(static_cast<double>(dimension), 0.75);
}

Result<Chosen> choose_plan(const WorthRequest& request) {
  return Choosing(request).run();
}

bool has_choice(const collapse::PlanOptions& plan) {
  return !plan.is_off && !plan.is_forced && plan.prefer.empty();
}

std::string to_text(const Worth& worth) {
  if (worth.chosen == 0) return "";
  const Alternative &planned = worth.alternatives[0], &choice = worth.choice();
  return fmt::format(
      "Collapsing everything that can be ({} dimensions, about {:.2g} us per gradient) would cost "
      "more than it gives: {} ({} dimensions, {:.2g} us){}.",
      planned.dimension, 1e-3 * planned.gradient, choice.name, choice.dimension,
      1e-3 * choice.gradient, choice.tried ? ", as short runs of both showed" : "");
}

}  // namespace autumn::engine
