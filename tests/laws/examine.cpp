// This file takes one program through its stages, and checks its laws in the order in which they
// are easiest to mend.
#include "laws/examine.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "base/error.h"
#include "base/random.h"
#include "collapse/law_checks.h"
#include "density/lower.h"
#include "engine/prepare.h"
#include "laws/centred_law.h"
#include "laws/fast_law.h"
#include "laws/load.h"
#include "model/validity.h"
#include "recover/law.h"

namespace autumn::laws {
namespace {

using collapse::testing::InterpretedDensity;
using Point = std::vector<expr::Array>;  // the values of all variables of a model

constexpr double kScales[] = {0.5, 1.0, 1.0, 2.0, 1.0, 4.0};  // of unconstrained points, in turn

struct Subject {
  model::Model written;      // with its hidden factors, and otherwise as it was traced
  density::Lowered lowered;  // of that
  engine::Prepared joint;
  engine::Prepared prepared;
  collapse::Collapsed collapsed;
};

std::vector<double> random_numbers(std::size_t size, std::uint64_t trial) {
  Random random({.seed = 20263, .purpose = Purpose::kTest, .iteration = trial});
  std::vector<double> numbers(size);
  for (double& x : numbers) x = kScales[trial % std::size(kScales)] * random.normal();
  return numbers;
}

Point point_of(const density::Lowered& lowered, std::size_t variables,
               const std::vector<double>& u) {
  const expr::Array input{expr::Shape::vector(u.size()), u};
  Point point = expr::interpret(lowered.values, std::span(&input, 1));
  point.resize(variables);
  return point;
}

std::string text_of(const model::Model& model, const Point& point) {
  std::string text;
  for (std::size_t v = 0; v < point.size(); ++v) {
    text += fmt::format("{}{} =", text.empty() ? "" : ", ", model.variables[v].name);
    for (const double x : point[v].numbers) text += fmt::format(" {:.6g}", x);
  }
  return text;
}

// Which of the laws a failed one is.
std::string law_of(const recover::Law& law) {
  const auto is_finite = [](double x) { return x > -INFINITY; };
  if (is_finite(law.joint) && !is_finite(law.collapsed)) {
    return "the collapsed density is finite where the joint one is";
  }
  if (!is_finite(law.joint)) return "the joint density is finite where the collapsed one is";
  return "joint = collapsed + recovery";
}

Found found_in(const recover::Law& law, const std::string& where) {
  if (law.verdict != recover::Verdict::kFails) return {};
  return Failure{
      law_of(law),
      fmt::format("joint {}, collapsed {}, recovery {}, difference {}, rounding {} at {}",
                  law.joint, law.collapsed, law.recovery, law.joint - law.collapsed - law.recovery,
                  law.rounding, where)};
}

// The collapsed variables from nowhere, and drawn.
Found collapse_laws(const Subject& subject, const recover::CollapseLaw& law,
                    const std::vector<double>& u, std::uint64_t trial) {
  const Point whole = point_of(subject.lowered, subject.written.variables.size(), u);
  if (Found found = found_in(law.at(whole), text_of(subject.written, whole))) return found;
  Point kept;
  for (std::size_t i = 0; i < subject.collapsed.recovery.kept.size(); ++i) {
    const collapse::KeptElements& place = subject.collapsed.recovery.kept[i];
    const model::Model& smaller = subject.collapsed.model;
    kept.push_back({smaller.graph.shape(smaller.variables[i].node), {}});
    for (const std::uint32_t e : place.elements) {
      kept.back().numbers.push_back(whole[place.variable].numbers[e]);
    }
  }
  return found_in(law.at_kept(kept, trial), "kept " + text_of(subject.collapsed.model, kept));
}

struct Outcome {
  Found found;
  std::size_t accepted = 0;
};

Outcome examine_points(const Subject& subject, std::uint64_t seed) {
  const InterpretedDensity joint(subject.written);
  const InterpretedDensity collapsed(subject.collapsed.model);
  const recover::CollapseLaw law(recover::subject_of(subject.written, subject.collapsed));
  Outcome outcome;
  for (std::uint64_t k = 0; k < std::size(kScales) && !outcome.found; ++k) {
    const std::uint64_t trial = seed * std::size(kScales) + k;
    const std::vector<double> u = random_numbers(subject.lowered.dimension, trial);
    if (joint(u) > -INFINITY) ++outcome.accepted;
    outcome.found = fast_law(subject.joint, joint, u, "the fast joint density is exact");
    if (outcome.found || subject.prepared.plan.is_empty()) continue;
    outcome.found = collapse_laws(subject, law, u, trial);
    if (outcome.found) continue;
    outcome.found =
        fast_law(subject.prepared, collapsed, random_numbers(subject.prepared.dimension, trial),
                 "the fast collapsed density is exact");
  }
  if (!outcome.found) outcome.found = centred_law(subject.joint, joint, seed);
  if (!outcome.found) outcome.found = centred_law(subject.prepared, collapsed, seed);
  return outcome;
}

}  // namespace

// Functions of random data may have a value that its use does not allow (NaN of a singular system
// of equations, a rate of zero), and programs that use it are refused with good reason: such a
// program has no point.
bool is_refused_for_its_data(const std::string& message) {
  return message.find(" must be ") != std::string::npos &&
         message.find(", but it is ") != std::string::npos;
}

Verdict examine(const std::string& program, const std::string& json, std::uint64_t seed) {
  const Result<trace::Traced> traced = load(program, json);
  if (!traced && is_refused_for_its_data(traced.error().message)) return {};
  if (!traced) return {.law = kDoesNotLoad, .detail = traced.error().message};
  return examine(traced.value().model, seed);
}

Verdict examine(const model::Model& model, std::uint64_t seed) {
  Result<engine::Prepared> prepared = engine::prepare(model, {});
  if (!prepared) return {.law = kDoesNotLoad, .detail = prepared.error().message};
  // Once more, because a plan alone does not say which variables go by their states.
  collapse::Planned planned =
      collapse::plan_and_collapse(prepared.value().compressed, {}, prepared.value().may_have_leaves)
          .value();
  AUTUMN_CHECK(planned.plan == prepared.value().plan, "a model has one plan");
  model::Model written = model::with_validity_factors(model);
  density::Lowered lowered = density::lower(written);
  const Subject subject{.written = std::move(written),
                        .lowered = std::move(lowered),
                        .joint = engine::prepare_joint(model),
                        .prepared = std::move(prepared).value(),
                        .collapsed = std::move(planned.collapsed)};
  const collapse::Plan& plan = subject.prepared.plan;
  Verdict verdict{.law = {},
                  .detail = {},
                  .parameters = plan.dimension_before,
                  .collapsed = plan.dimension_before - plan.dimension_after,
                  .accepted = 0};
  Outcome outcome = examine_points(subject, seed);
  verdict.accepted = outcome.accepted;
  if (outcome.found) {
    verdict.law = std::move(outcome.found->law);
    verdict.detail = std::move(outcome.found->detail);
  }
  return verdict;
}

}  // namespace autumn::laws
