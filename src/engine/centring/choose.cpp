// This file compares coordinates by what effective draws cost in them.
#include "engine/centring/choose.h"

#include <algorithm>
#include <utility>

#include "engine/centring/centred.h"
#include "engine/centring/learn.h"
#include "engine/short_run.h"
#include "sample/jumps/mixture.h"

namespace autumn::engine {
namespace {

constexpr std::int64_t kLeastIterations = 1000;
constexpr std::int64_t kLeastWarmup = 200;
// A short run must say so plainly before coordinates are others than those that are written.
constexpr double kPlainlyCheaper = 0.8;

// Of these variables, or of what they are located by.
std::vector<std::size_t> variables_of(const model::Model& model, const model::Located& located) {
  std::vector<model::NodeId> nodes{located.scale};
  if (located.location) nodes.push_back(*located.location);
  std::vector<std::size_t> result;
  for (const model::NodeId id : expr::reachable(model.graph, nodes)) {
    if (model.graph.op(id) == expr::Op::kInput) result.push_back(model.graph.node(id).payload);
  }
  return result;
}

// The located variables of what is left to sample, once the plan is such that there are any.
class Locating {
 public:
  Locating(const Ready& written, const collapse::PlanOptions& plan)
      : prepared_(written.prepared),
        plan_(plan),
        collapsed_(collapse::collapsed_elements(prepared_.compressed, prepared_.plan)) {}

  // Whether anything is located that is sampled; then `plan` leaves what it is located by.
  bool run() {
    bool is_any = false;
    for (const model::Located& located : model::find_located(prepared_.compressed)) {
      if (collapsed_.count(located.variable) != 0) continue;
      is_any = true;
      for (const std::size_t v : variables_of(prepared_.compressed, located)) keep(v);
    }
    return is_any;
  }

  [[nodiscard]] bool is_another_plan() const { return is_another_; }
  [[nodiscard]] const collapse::PlanOptions& plan() const { return plan_; }

 private:
  void keep(std::size_t v) {
    const std::string& name = prepared_.compressed.variables[v].name;
    if (collapsed_.count(v) == 0 || std::ranges::find(plan_.dear, name) != plan_.dear.end()) return;
    plan_.dear.push_back(name);
    is_another_ = true;
  }

  const Prepared& prepared_;
  collapse::PlanOptions plan_;
  collapse::ElementSet collapsed_;
  bool is_another_ = false;
};

bool is_cheaper(const Ready& centred, const Ready& written) {
  const double gradient = gradient_nanoseconds(centred.prepared);
  const double cost = cost_of_draw(centred, gradient, kInfinity);
  if (!std::isfinite(cost)) return false;
  const double other = cost_of_draw(written, gradient_nanoseconds(written.prepared), cost);
  return cost <= kPlainlyCheaper * other;
}

}  // namespace

bool may_centre(const RunOptions& options) {
  const sampler::Settings& s = options.settings;
  const bool has_metric =
      !s.inverse_metric.empty() ||
      std::ranges::any_of(options.starts, [](const auto& c) { return !c.inverse_metric.empty(); });
  return s.centring != sampler::Centring::as_written && s.algorithm == sampler::Algorithm::nuts &&
         s.adapt_engaged && s.learns_from_scores() && !has_metric && s.warmup >= kLeastWarmup &&
         s.warmup + s.draws * s.thin.transitions() >= kLeastIterations;
}

Result<std::optional<CentredChoice>> choose_centring(const Ready& written,
                                                     const collapse::PlanOptions& plan,
                                                     const MakeAgain& make_again) {
  const std::optional<CentredChoice> none;
  if (!may_centre(written.options) || written.prepared.dimension <= sampler::kMostMixed) return none;
  Locating locating(written, plan);
  if (!locating.run()) return none;
  Result<Ready> ready = locating.is_another_plan()
                            ? make_again(written.prepared, locating.plan())
                            : Result<Ready>(written);
  if (!ready) return ready.error();
  Ready& centred = ready.value();
  std::vector<model::Located> located = model::find_located(centred.prepared.sampled);
  if (located.empty()) return none;
  density::Centring learnt = learnt_centring(centred, std::move(located));
  if (learnt.variables.empty()) return none;
  centred.prepared.centred = prepare_centred(centred.prepared, std::move(learnt));
  const bool is_settled = written.options.settings.centring == sampler::Centring::learnt;
  if (!is_settled && !is_cheaper(centred, written)) return none;
  return std::optional(CentredChoice{std::move(centred), locating.plan()});
}

}  // namespace autumn::engine
