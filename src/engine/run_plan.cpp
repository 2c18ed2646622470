// This file asks the questions of a run with default settings before it is one.
#include "engine/run_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/centring/choose.h"

namespace autumn::engine {
namespace {

using collapse::PlanOptions;

RunOptions default_options() {
  RunOptions defaults;
  defaults.settings.metric_learning = sampler::MetricLearning::scores;
  defaults.settings.centring = sampler::Centring::automatic;
  return defaults;
}

Result<Ready> ready_to_run(Result<Prepared> prepared) {
  if (!prepared) return prepared.error();
  return make_ready(std::move(prepared).value(), default_options());
}

std::string why_not_worth(const Worth& worth) {
  constexpr double kHardlyMore = 1.05;
  const double planned = worth.alternatives[0].cost(), taken = worth.choice().cost();
  if (!std::isfinite(planned)) return "a short run with it took too long";
  if (planned < kHardlyMore * taken) return "an effective draw would cost no less";
  return fmt::format("an effective draw would cost about {:.2g} times as much", planned / taken);
}

// What is sampled in coordinates of its own, beside what it was compared with.
Alternative centred_alternative(const CentredChoice& choice, const Alternative& written) {
  const CostRatio ratio = choice.ratio.value_or(CostRatio{});
  return {.name = "in other coordinates",
          .plan = choice.plan,
          .dimension = choice.ready.prepared.dimension,
          .gradient = gradient_nanoseconds(choice.ready.prepared),
          .predicted = written.predicted * ratio.predicted,
          .tried = written.cost() * ratio.tried};
}

// Names that are in the second list alone.
std::vector<std::string> added(const std::vector<std::string>& before,
                               const std::vector<std::string>& after) {
  std::vector<std::string> names;
  std::ranges::copy_if(after, std::back_inserter(names), [&](const std::string& name) {
    return std::ranges::find(before, name) == before.end();
  });
  return names;
}

class PlanningOfRun {
 public:
  PlanningOfRun(const model::Model& model, const PlanOptions& options,
                const std::vector<std::string>& without_passes)
      : model_(model), without_passes_(without_passes) {
    plan_.options = options;
  }

  Result<RunPlan> run() && {
    Result<Ready> ready = choose_collapse();
    if (!ready) return ready.error();
    if (Status status = choose_coordinates(ready.value()); !status) return status.error();
    return std::move(plan_);
  }

 private:
  static Result<Ready> make_again(const Prepared& like, const PlanOptions& options) {
    return ready_to_run(prepare_again(like, options));
  }

  [[nodiscard]] Result<Ready> make(const PlanOptions& options) const {
    return ready_to_run(prepare(model_, options, without_passes_));
  }

  Result<Ready> choose_collapse() {
    if (!has_choice(plan_.options)) return make(plan_.options);
    Result<Chosen> chosen =
        choose_plan({.make_ready = [this](const PlanOptions& other) { return make(other); },
                     .make_again = make_again,
                     .plan = plan_.options});
    if (!chosen) return chosen.error();
    plan_.worth = std::move(chosen.value().worth);
    if (plan_.worth && plan_.worth->chosen != 0) {
      const PlanOptions& taken = plan_.worth->choice().plan;
      plan_.spared.push_back({added(plan_.options.dear, taken.dear), why_not_worth(*plan_.worth)});
      plan_.options = taken;
    }
    return std::move(chosen).value().ready;
  }

  Status choose_coordinates(const Ready& ready) {
    const auto choice = choose_centring(ready, plan_.options, make_again);
    if (!choice) return choice.error();
    plan_.coordinates = centring_text(ready, choice.value());
    if (!choice.value()) return Done{};
    const PlanOptions& taken = choice.value()->plan;
    std::vector<std::string> sampled_again = added(plan_.options.dear, taken.dear);
    if (sampled_again.empty()) return Done{};
    if (plan_.worth) plan_.centred = centred_alternative(*choice.value(), plan_.worth->choice());
    plan_.spared.push_back(
        {std::move(sampled_again), "the coordinates in which others cost less need its value"});
    plan_.options = taken;
    return Done{};
  }

  const model::Model& model_;
  const std::vector<std::string>& without_passes_;
  RunPlan plan_;
};

}  // namespace

Result<RunPlan> plan_of_run(const model::Model& model, const PlanOptions& options,
                            const std::vector<std::string>& without_passes) {
  return PlanningOfRun(model, options, without_passes).run();
}

std::string name_of(const Worth& worth, std::size_t alternative) {
  return alternative == 0 ? "all collapsed that can be" : worth.alternatives[alternative].name;
}

std::string why_taken(const Worth& worth) {
  const Alternative& taken = worth.choice();
  const auto is_dearer = [&](const Alternative& a) { return a.cost() >= taken.cost(); };
  const auto is_better_at_best = [&](const Alternative& a) {
    return !a.tried && a.predicted < taken.cost();
  };
  if (std::ranges::all_of(worth.alternatives, is_dearer)) {
    return fmt::format("Taken: {}, with which an effective draw costs least, {}.",
                       name_of(worth, worth.chosen),
                       taken.tried ? "by prediction and short run together" : "as predicted");
  }
  const bool is_at_best = std::ranges::any_of(worth.alternatives, is_better_at_best);
  return fmt::format(
      "Taken: {}, which collapses most of what is not plainly dearer than the cheapest.{}",
      name_of(worth, worth.chosen),
      is_at_best ? " What was not tried is predicted as it would be at best." : "");
}

std::string why_taken(const RunPlan& run) {
  if (!run.centred) return why_taken(*run.worth);
  return fmt::format(
      "Taken: {0}, where an effective draw costs about {1:.2g} times what it costs with {2}.",
      run.centred->name, run.centred->cost() / run.worth->choice().cost(),
      name_of(*run.worth, run.worth->chosen));
}

}  // namespace autumn::engine
