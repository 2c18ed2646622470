// This file compares plans by counts: dimensions, estimated gradients, and the autocorrelation of
// short runs.
#include "engine/worth.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "engine/short_run.h"
#include "sample/jumps/mixture.h"

namespace autumn::engine {
namespace {

// A gradient that is hardly dearer needs no question.
constexpr double kHardlyDearer = 1.5;
// A few means or rates above effects that stay are as easily sampled with them: there it must not
// be dearer, and must be cheaper where the metric has directions, which see the means themselves.
constexpr double kNotDearer = 1.05;
constexpr double kCheaper = 0.98;
// So much dearer may a gradient be without the scales and covariances above effects that stay.
constexpr double kHardlyDearerFamilies = 1.1;
// Where nothing is a hierarchy, predictions that differ by more are believed.
constexpr double kClear = 1.75;
// Elements of a hierarchy that are sampled beside their scales take so many times the gradients
// that their number alone would take, if the metric has no directions, or if they are a chain: the
// scale of its steps and that of what is observed make up for each other, and drift for so long
// that a short run sees nothing of it.
constexpr double kHierarchy = 3.0;
// Elements with a scale of their own each (a horseshoe, a lasso) make funnels, which are harder
// still, but not for a metric with directions: most of these scales stay either way.
constexpr double kFunnels = 16.0;
constexpr double kFunnelsWithDirections = 1.5;
// What is left of a hierarchy is its scales, which are harder than their number says, too, where
// jumps do not take care of them.
constexpr double kScales = 1.5;
// A collapse that is so much dearer than sampling everything usually is, is not asked about: less
// if there is nothing between the two.
constexpr double kHopeless = 40.0;
constexpr double kHopelessAlone = 15.0;
// One that is so little dearer is taken: a question would cost what could be saved.
constexpr double kLittleDearer = 1.3;
// What has been seen to be cheaper than the plan, and not many times as dear as it usually is, or
// to be much cheaper than the plan, needs no longer run; nor does what is seen early to cost so
// little that it will be as dear as usual, since early transitions cost twice as much as later
// ones.
constexpr double kCheaperThanPlan = 0.8;
constexpr double kStillUsual = 5.0;
constexpr double kMuchCheaper = 0.25;
constexpr double kUsual = 3.0;
// What is seen to be so many times dearer than the plan promises to be is dear enough.
constexpr double kMuchDearer = 3.0;
// Where a run has shown that sampling everything is hard, the plan and what lies between may have
// runs of their own, all of them for so much of what all transitions would take elsewhere; if that
// is not enough, the plan must promise to be so many times cheaper.
constexpr double kBudget = 0.06 * 4000.0;
constexpr double kPromising = 4.0;
// Operations that the plan counts take as many nanoseconds as this at the very least.
constexpr double kLeastPerOperation = 1.0 / 40.0;
// Where an effective draw costs less (in nanoseconds), to prepare anything else takes longer than a
// thousand draws could save.
constexpr double kNotWorthAsking = 2000.0;
// Once something was tried, another short run is made only if it promises an effective draw at this
// share of the cheapest: a run at that price takes about a tenth of what a thousand draws could
// save, and mostly more.
constexpr double kWorthAsking = 0.25;
// Beside what was not tried, to prepare it is worth it at this share of its prediction.
constexpr double kWorthPreparing = 0.5;
// A short run must say so plainly before less is collapsed than could be.
constexpr double kPlainlyCheaper = 0.8;
// What jumps take care of is predicted so many times too dear: that is caution beside what may be
// as easy as usual, but not beside what was seen to be so many times harder.
constexpr double kCaution = 1.5;

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

// Names of variables that go as normal elements, in whose place others could go by families (the
// covariance that they share); none if there are no such others.
std::vector<std::string> rivals_of_families(const Prepared& prepared) {
  const auto& variables = prepared.compressed.variables;
  const auto is_displaced = [](const collapse::Kept& kept) {
    return kept.beside_rival && kept.beside_rival->family != nullptr;
  };
  if (std::ranges::none_of(prepared.plan.kept, is_displaced)) return {};
  std::vector<std::string> names;
  for (const collapse::Step& step : prepared.plan.steps) {
    const std::string& name = variables[step.variable].name;
    const bool is_normal = !step.rule.is_leaf() && step.rule.family == nullptr;
    if (is_normal && std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

double gradients_of_nuts(std::size_t dimension) {
  return 17.0 + 3.0 * std::pow(static_cast<double>(dimension), 0.6);
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
    has_processes_ = std::ranges::any_of(blocks, [](const collapse::BlockSummary& block) {
      return block.is_hierarchy && block.has_local_scales && block.has_covariance;
    });
    is_chain_ = std::ranges::any_of(blocks, &collapse::BlockSummary::is_chain);
    const collapse::Plan& plan = planned.value().prepared.plan;
    are_few_ =
        !is_hierarchy_ && !collapse::is_much_smaller(plan.dimension_after, plan.dimension_before);
    has_between_ = dear.size() > 1 && is_hierarchy_;
    add("as planned", request_.plan, std::move(planned).value());
    if (is_clear_by_counts()) return taken(0);
    if (Status status = add_without("nothing collapsed", all); !status) return status.error();
    if (is_clear(worth_.alternatives[0], worth_.alternatives[1])) return taken(0);
    decide();
    if (worth_.chosen != 0) {
      if (Status status = try_families(); !status) return status.error();
    }
    // What lies between the two is asked for only where the plan does not pay, and where it could
    // be worth it: to prepare it takes its time, too.
    if (worth_.chosen != 1 || !has_between_ || is_usual_) return taken(worth_.chosen);
    for (const std::string& name : largest(dear)) {
      if (!may_pay_without(name)) continue;
      Status status = add_without(fmt::format("{} kept", name), {name});
      if (!status) return status.error();
    }
    decide();
    return taken(worth_.chosen);
  }

 private:
  // Scales and covariances above effects that stay: they are what is hard beside these, so they go
  // if that makes a gradient hardly dearer, and are not asked about.
  Status try_families() {
    const std::vector<std::string> rivals = rivals_of_families(ready_[0].prepared);
    if (rivals.empty()) return Done{};
    const std::string name = fmt::format("{} kept", fmt::join(rivals, ", "));
    if (Status status = add_without(name, rivals); !status) return status.error();
    const Alternative &without = worth_.alternatives.back(), &none = worth_.alternatives[1];
    if (without.dimension < none.dimension &&
        without.gradient <= kHardlyDearerFamilies * none.gradient) {
      worth_.chosen = worth_.alternatives.size() - 1;
    }
    return Done{};
  }

  // Those with most elements, since it takes time to prepare each.
  [[nodiscard]] std::vector<std::string> largest(std::vector<std::string> names) const {
    constexpr std::size_t kMost = 3;
    const auto elements = [&](const std::string& name) {
      const auto& dims =
          std::ranges::find(ready_[0].prepared.compressed.variables, name, &model::Variable::name)
              ->dims;
      return std::accumulate(dims.begin(), dims.end(), std::size_t{1}, std::multiplies<>());
    };
    std::ranges::stable_sort(names, std::ranges::greater(), elements);
    names.resize(std::min(names.size(), kMost));
    return names;
  }

  void add(std::string name, collapse::PlanOptions plan, Ready ready) {
    const double gradient = gradient_nanoseconds(ready.prepared);
    const std::size_t dimension = ready.prepared.dimension;
    ready_.push_back(std::move(ready));
    is_known_.emplace_back();
    const double gradients = worth_.alternatives.empty() ? gradients_as_planned(dimension)
                                                         : gradients_of_less(dimension);
    worth_.alternatives.push_back({.name = std::move(name),
                                   .plan = std::move(plan),
                                   .dimension = dimension,
                                   .gradient = gradient,
                                   .predicted = gradient * gradients});
  }

  Status add_without(std::string name, const std::vector<std::string>& dear) {
    collapse::PlanOptions plan = request_.plan;
    plan.dear = dear;
    Result<Ready> ready = request_.make_again(ready_[0].prepared, plan);
    if (!ready) return ready.error();
    add(std::move(name), std::move(plan), std::move(ready).value());
    return Done{};
  }

  [[nodiscard]] double gradients_as_planned(std::size_t dimension) const {
    // Jumps are for posteriors that are nearly normal, and what has most of its dimensions left, or
    // a scale for each of them, is as far from that as it was.
    if (are_few_ || (has_local_scales_ && !has_processes_)) return gradients_of_nuts(dimension);
    const bool is_scales = is_hierarchy_ && dimension > sampler::kMostMixed;
    return (is_scales ? kScales : 1.0) * gradients_per_draw(dimension);
  }

  // Of a plan that collapses less than could be.
  [[nodiscard]] double gradients_of_less(std::size_t dimension) const {
    const double gradients = gradients_per_draw(dimension);
    if (are_few_) return gradients_of_nuts(dimension);
    if (!is_hierarchy_ || dimension <= sampler::kMostMixed) return gradients;
    if (has_local_scales_) {
      const bool are_most_left = has_directions() && !has_processes_;
      return (are_most_left ? kFunnelsWithDirections : kFunnels) * gradients;
    }
    return has_directions() && !is_chain_ ? gradients : kHierarchy * gradients;
  }

  // Of the metric.
  [[nodiscard]] bool has_directions() const {
    return ready_[0].options.settings.learns_from_scores();
  }

  [[nodiscard]] bool is_clear(const Alternative& planned, const Alternative& none) const {
    const double few = has_directions() ? kCheaper : kNotDearer;
    const double dearer = are_few_ ? few : kHardlyDearer;
    if (planned.gradient <= dearer * none.gradient) return true;
    const double little = is_hierarchy_ ? kLittleDearer : 1.0;
    return !are_few_ && planned.predicted <= little * none.predicted;
  }

  // Whether nothing that is collapsed less can come near, by what the plan has counted already:
  // then it need not be prepared.
  [[nodiscard]] bool is_clear_by_counts() const {
    const collapse::Plan& plan = ready_[0].prepared.plan;
    if (plan.dimension_after == 0 || worth_.alternatives[0].predicted < kNotWorthAsking)
      return true;
    const double least = kLeastPerOperation * plan.cost_before;
    return worth_.alternatives[0].predicted < least * gradients_of_less(plan.dimension_before);
  }

  // Where most dimensions stay there is nothing to be seen in a short run but its noise.
  [[nodiscard]] bool is_much_smaller() const {
    return collapse::is_much_smaller(worth_.alternatives[0].dimension,
                                     worth_.alternatives[1].dimension);
  }

  // The best of the predictions, unless a short run says otherwise: a hierarchy may be easy, as it
  // mostly is, or have a funnel, and only a run can tell.
  void decide() {
    const std::vector<std::size_t> order = by_prediction();
    const auto cheapest =
        std::ranges::min_element(worth_.alternatives, {}, &Alternative::predicted);
    worth_.chosen = static_cast<std::size_t>(cheapest - worth_.alternatives.begin());
    const double hopeless = has_between_ ? kHopeless : kHopelessAlone;
    if (!request_.may_try || !is_much_smaller() || how_much_dearer() > hopeless) return;
    if (is_hierarchy_ || how_much_dearer() < kClear) try_in(order);
  }

  // Whether less than the plan could be worth its preparation: gradients are hardly cheaper than
  // where nothing is collapsed, and what is left is as much as the plan leaves, and this variable.
  [[nodiscard]] bool may_pay_without(const std::string& name) const {
    const Alternative& none = worth_.alternatives[1];
    const std::size_t dimension = worth_.alternatives[0].dimension + collapsed_of(name);
    const double least = none.gradient * gradients_of_less(dimension);
    return collapse::is_much_smaller(dimension, none.dimension) &&
           least < (none.tried ? kWorthAsking * *none.tried : kWorthPreparing * none.predicted);
  }

  // Elements of a variable that the plan collapses.
  [[nodiscard]] std::size_t collapsed_of(const std::string& name) const {
    const Prepared& planned = ready_[0].prepared;
    const auto& variables = planned.compressed.variables;
    const auto at = std::ranges::find(variables, name, &model::Variable::name);
    return collapse::chosen_elements(planned.compressed, planned.plan)
        .count(static_cast<std::size_t>(at - variables.begin()));
  }

  // The plan, beside sampling everything, as both usually are.
  [[nodiscard]] double how_much_dearer() const {
    return worth_.alternatives[0].predicted / worth_.alternatives[1].predicted;
  }

  // What needs no run is first, since others can be given up when they are seen to be dearer; then
  // the cheapest.
  [[nodiscard]] std::vector<std::size_t> by_prediction() const {
    std::vector<std::size_t> order(worth_.alternatives.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {},
                             [&](std::size_t k) { return worth_.alternatives[k].predicted; });
    std::ranges::stable_partition(order, [&](std::size_t k) { return !needs_run(k); });
    return order;
  }

  // What is left of few dimensions needs no run, since jumps make all of them alike; nor does what
  // had one.
  [[nodiscard]] bool needs_run(std::size_t k) const {
    const Alternative& alternative = worth_.alternatives[k];
    return alternative.dimension > sampler::kMostMixed && !alternative.tried;
  }

  void try_in(const std::vector<std::size_t>& order) {
    constexpr std::size_t kMostRuns = 3;
    std::size_t runs = 0;
    std::vector<std::size_t> known;
    Least least;
    for (const std::size_t k : order) {
      const Alternative& alternative = worth_.alternatives[k];
      if (needs_run(k)) {
        if (!is_known_[k] && (runs == kMostRuns || !is_to_be_tried(k, least))) continue;
        if (!is_known_[k]) {
          ++runs;
          is_known_[k] = try_one(k, least);
        }
        if (!*is_known_[k]) continue;
      }
      if (alternative.tried) least.tried = std::min(least.tried, *alternative.tried);
      least.cost = std::min(least.cost, alternative.cost());
      known.push_back(k);
    }
    // The plan is what there is to fall back on.
    if (std::isfinite(least.cost)) {
      choose_of(known, least.cost);
    } else {
      worth_.chosen = 0;
    }
  }

  // Of an effective draw.
  struct Least {
    double cost = kInfinity;   // as it is judged
    double tried = kInfinity;  // by short runs alone
  };

  // The first; then the plan if it promises anything, and others if they promise much.
  [[nodiscard]] bool is_to_be_tried(std::size_t k, const Least& least) const {
    const double predicted = worth_.alternatives[k].predicted;
    const bool is_first = !std::isfinite(per_transition_);
    return is_first || predicted < (k == 0 ? 1.0 : kWorthAsking) * least.tried;
  }

  // Whether anything is known of it then. A rival of the plan has shown enough once it is cheaper.
  [[nodiscard]] bool try_one(std::size_t k, const Least& least) {
    Alternative& alternative = worth_.alternatives[k];
    RunBounds bounds{.most = least.cost};
    if (k != 1) bounds.budget = std::max(0.0, kBudget * per_transition_ - spent_);
    if (k != 0) {
      const double plan = worth_.alternatives[0].predicted;
      bounds.enough = std::min(kCheaperThanPlan * plan,
                               std::max(kMuchCheaper * plan, kStillUsual * alternative.predicted));
      // A chain that is as easy as other hierarchies is not as usual: it is easier.
      bounds.usual = (is_chain_ ? 1.0 : kUsual) * alternative.predicted;
      bounds.dear = kMuchDearer * plan;
    }
    const ShortRun run = short_run(ready_[k], alternative.gradient, bounds);
    if (k == 1) per_transition_ = run.per_transition;
    if (k != 1) spent_ += run.per_transition * static_cast<double>(run.iterations);
    if (k == 1) is_usual_ = run.is_usual || run.per_draw < kUsual * alternative.predicted;
    if (run.is_over_budget) {
      return k == 0 &&
             kPromising * std::max(alternative.predicted, run.per_transition) < least.tried;
    }
    alternative.tried = run.is_usual ? alternative.predicted : run.per_draw;
    return true;
  }

  // Beside sampling everything, as it was tried.
  [[nodiscard]] double leeway_of(const Alternative& alternative) const {
    const Alternative& none = worth_.alternatives[1];
    const bool is_hard = none.tried && none.cost() > kCaution * none.predicted;
    return is_hard && alternative.dimension <= sampler::kMostMixed ? kCaution : 1.0;
  }

  // Of those that are about as cheap as the cheapest, the one that collapses most.
  void choose_of(const std::vector<std::size_t>& known, double least) {
    std::size_t dimension = std::numeric_limits<std::size_t>::max();
    for (const std::size_t k : known) {
      const Alternative& alternative = worth_.alternatives[k];
      const bool is_cheap = kPlainlyCheaper * alternative.cost() <= least * leeway_of(alternative);
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
  bool has_processes_ = false;  // with a covariance that changes: scales of all their elements
  bool is_chain_ = false;       // some of them
  bool are_few_ = false;
  bool has_between_ = false;  // something between the plan and nothing
  // Where nothing is collapsed, once that is known.
  double per_transition_ = kInfinity;
  double spent_ = 0.0;     // on runs of the others
  bool is_usual_ = false;  // then nothing between can promise much
  Worth worth_;
  std::vector<Ready> ready_;
  std::vector<std::optional<bool>> is_known_;  // from a run, where there was one
};

}  // namespace

double Alternative::cost() const {
  return tried ? std::sqrt(predicted * *tried) : predicted;
}

// Fitted to runs of eighty programs, their warm-up included: the median of hierarchies, of which a
// quarter take five times as many and more. Jumps count as gradients.
double gradients_per_draw(std::size_t dimension) {
  const auto n = static_cast<double>(dimension);
  return dimension <= sampler::kMostMixed ? 3.0 + 1.5 * n : gradients_of_nuts(dimension);
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
