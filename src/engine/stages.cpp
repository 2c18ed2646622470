// This file has the list of stages, what each does with its value, and the loop over them.
#include "engine/stages.h"

#include <fmt/format.h>

#include <algorithm>

#include "collapse/analysis/leaf_conditions.h"
#include "collapse/analysis/proved_conditions.h"
#include "collapse/analysis/truncated_leaves.h"
#include "collapse/check.h"
#include "collapse/compress/compress.h"
#include "collapse/forms/squares.h"
#include "collapse/plan_names.h"
#include "collapse/text.h"
#include "expr/builder.h"
#include "model/roll/roll.h"
#include "model/validity.h"
#include "passes/list.h"
#include "sample/jumps/mixture.h"

namespace autumn::engine {
namespace {

// On a model, before its density is made.
constexpr passes::Pass kModelPasses[] = {
    {"share-model", passes::share},
    {"simplify-model", passes::simplify},
};

passes::PassOptions pass_options(const Work& work) {
  passes::PassOptions options;
  options.disabled = work.without_passes;
  return options;
}

// Algebra on everything the model refers to.
model::Model simplified(const model::Model& model, const Work& work) {
  expr::Builder builder(model.graph);
  const expr::Graph graph = std::move(builder).finish(model::roots(model));
  const passes::Rewritten rewritten =
      passes::run_passes(graph, kModelPasses, pass_options(work)).rewritten;
  return model::with_graph(model, rewritten.graph, rewritten.map);
}

Status roll(Work& work) {
  work.model = model::roll(work.model);
  return Done{};
}

Status add_validity(Work& work) {
  work.model = model::with_validity_factors(work.model);
  return Done{};
}

Status simplify(Work& work) {
  work.model = simplified(work.model, work);
  work.written = std::make_shared<const model::Model>(work.model);
  return Done{};
}

Status compress(Work& work) {
  work.model = simplified(collapse::compress(work.model), work);
  return Done{};
}

Status find_squares(Work& work) {
  work.model = collapse::with_squares(work.model);
  return Done{};
}

Status add_leaf_conditions(Work& work) {
  work.model = collapse::with_proved_as_precautions(work.model);
  // Where nothing is to fall, factors stay as they are written, to the last digit.
  if (!work.plan_options.is_off) work.model = collapse::with_truncated_leaves(work.model);
  std::optional<model::Model> conditioned = collapse::with_leaf_conditions(work.model);
  work.may_have_leaves = conditioned.has_value();
  if (conditioned) work.model = *std::move(conditioned);
  return Done{};
}

// A plan is tried out while it is made, so that the smaller model is there with it.
Status plan(Work& work) {
  Result<collapse::Planned> planned =
      collapse::plan_and_collapse(work.model, work.plan_options, work.may_have_leaves);
  if (!planned) return planned.error();
  work.planned = std::move(planned).value();
  return Done{};
}

Status simplify_collapsed(Work& work) {
  work.sampled = simplified(work.planned.collapsed.model, work);
  return Done{};
}

Status lower(Work& work) {
  work.lowered = density::lower(work.sampled, work.jacobian);
  return Done{};
}

Status differentiate(Work& work) {
  work.gradient = density::value_and_gradient(work.lowered, work.without_passes);
  return Done{};
}

Status prepare_density(Work& work) {
  if (work.lowered.dimension <= sampler::kMostMixed) {
    work.value = evaluate::prepare(density::value_alone(work.gradient));
  }
  work.density = evaluate::prepare(std::move(work.gradient));
  return Done{};
}

Status prepare_recovery(Work& work) {
  std::vector<expr::Shape> shapes;
  for (const model::Variable& variable : work.model.variables) {
    shapes.push_back(work.model.graph.shape(variable.node));
  }
  work.recovery = recover::prepare(std::move(work.planned.collapsed.recovery), std::move(shapes));
  return Done{};
}

std::string model_text(const Work& work) {
  return to_text(work.model);
}
Status check_model(const Work& work) {
  return check(work.model);
}
std::string plan_text(const Work& work) {
  return to_text(work.model, work.planned.plan);
}
Status check_plan(const Work& work) {
  return check(work.model, work.planned.plan);
}
std::string collapsed_text(const Work& work) {
  return to_text(work.model, work.planned.collapsed);
}
Status check_collapsed(const Work& work) {
  return check(work.model, work.planned.collapsed);
}
std::string sampled_text(const Work& work) {
  return to_text(work.sampled);
}
Status check_sampled(const Work& work) {
  return check(work.sampled);
}
std::string lowered_text(const Work& work) {
  return to_text(work.lowered);
}
Status check_lowered(const Work& work) {
  return check(work.lowered);
}
std::string gradient_text(const Work& work) {
  return to_text(work.gradient);
}
// The runner of passes has checked it.
Status check_gradient(const Work&) {
  return Done{};
}
std::string density_text(const Work& work) {
  return to_text(*work.density);
}
Status check_density(const Work& work) {
  return check(work.density->graph());
}
std::string recovery_text(const Work& work) {
  return to_text(work.model, work.recovery->source);
}
Status check_recovery(const Work& work) {
  return check(work.model, work.recovery->source);
}

constexpr Stage kStages[] = {
    // What loops left as scalars becomes arrays,
    {"roll", roll, model_text, check_model},
    // what nobody writes becomes factors,
    {"validity", add_validity, model_text, check_model},
    {"simplify-written", simplify, model_text, check_model},
    // rows of data become fewer (collapse/compress/compress.h says where else),
    {"compress", compress, model_text, check_model},
    // squares among what is no distribution are seen,
    {"squares", find_squares, model_text, check_model},
    // what always holds keeps nothing, and what a density would have rejected is kept when it
    // falls,
    {"leaf-conditions", add_leaf_conditions, model_text, check_model},
    // what can be integrated out is found, and is,
    {"plan", plan, plan_text, check_plan},
    {"collapse", nullptr, collapsed_text, check_collapsed},
    {"simplify-collapsed", simplify_collapsed, sampled_text, check_sampled},
    // what is left becomes a function of one vector, with its gradient,
    {"lower", lower, lowered_text, check_lowered},
    {"gradient", differentiate, gradient_text, check_gradient},
    // and both ways are made ready to run.
    {"prepare", prepare_density, density_text, check_density},
    {"recovery", prepare_recovery, recovery_text, check_recovery},
};

Status run_stage(const Stage& stage, Work& work) {
  if (stage.run != nullptr) {
    Status status = timed(work.times, std::string(stage.name), [&] { return stage.run(work); });
    if (!status) return status;
  }
  const Status status = stage.check(work);
  AUTUMN_CHECK(status.is_ok(), fmt::format("the stage {} makes a value that is right: {}",
                                           stage.name, status.error().message));
  return Done{};
}

Result<Work> run_all(Work work, std::span<const Stage> stages, std::string_view last) {
  for (const Stage& stage : stages) {
    if (Status status = run_stage(stage, work); !status) return status.error();
    if (stage.name == last) break;
  }
  return work;
}

}  // namespace

std::span<const Stage> stages() {
  return kStages;
}

std::vector<std::string> model_pass_names() {
  std::vector<std::string> names;
  for (const passes::Pass& pass : kModelPasses) names.emplace_back(pass.name);
  return names;
}

Status check_passes(const std::vector<std::string>& names) {
  constexpr std::string_view kNeeded = "differentiate";
  if (std::ranges::find(names, kNeeded) != names.end()) {
    return Error{.message = fmt::format("the pass '{}' can not be left out", kNeeded),
                 .suggestion = "it makes the gradient that everything after it needs",
                 .where = {}};
  }
  std::vector<passes::Pass> all(std::begin(kModelPasses), std::end(kModelPasses));
  all.insert(all.end(), std::begin(passes::kDensityPasses), std::end(passes::kDensityPasses));
  std::erase_if(all, [&](const passes::Pass& pass) { return pass.name == kNeeded; });
  return passes::check_names(all, names);
}

Status check_options(const model::Model& model, const collapse::PlanOptions& plan_options,
                     const std::vector<std::string>& without_passes) {
  if (Status status = check_passes(without_passes); !status) return status;
  return collapse::check_names(model, plan_options);
}

Result<Work> run_stages(model::Model model, const collapse::PlanOptions& plan_options,
                        const std::vector<std::string>& without_passes, std::string_view last,
                        density::Jacobian jacobian) {
  if (Status status = check_options(model, plan_options, without_passes); !status) {
    return status.error();
  }
  Work work;
  work.plan_options = plan_options;
  work.without_passes = without_passes;
  work.jacobian = jacobian;
  work.model = std::move(model);
  return run_all(std::move(work), kStages, last);
}

Result<Work> run_from_plan(Work work) {
  if (Status status = check_options(*work.written, work.plan_options, work.without_passes);
      !status) {
    return status.error();
  }
  const std::span<const Stage> all = kStages;
  const auto plan = std::ranges::find(all, "plan", &Stage::name);
  return run_all(std::move(work), {plan, all.end()}, {});
}

}  // namespace autumn::engine
