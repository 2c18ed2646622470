// One program through its stages, and its laws in the order in which they are easiest to mend.
#include "laws/examine.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>

#include "base/random.h"
#include "collapse/law_checks.h"
#include "density/lower.h"
#include "engine/prepare.h"
#include "laws/fast_law.h"
#include "laws/law_at.h"
#include "laws/load.h"
#include "model/validity.h"

namespace autumn::laws {
namespace {

using collapse::testing::InterpretedDensity;

constexpr double kScales[] = {0.5, 1.0, 1.0, 2.0, 1.0, 4.0};  // of unconstrained points, in turn
// Of a log density, before its exponential is zero and what is accepted a question of rounding.
constexpr double kLargestOrdinary = 500.0;
constexpr double kLargestNumber = 1e7;  // of a variable, before intermediates may overflow
constexpr double kSmallestNumber = 1e-7;

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

Point point_of(const Subject& subject, const std::vector<double>& u) {
  const expr::Array input{expr::Shape::vector(u.size()), u};
  Point point = expr::interpret(subject.lowered.values, std::span(&input, 1));
  point.resize(subject.written.variables.size());
  return point;
}

bool is_ordinary(const Point& point) {
  for (const expr::Array& value : point) {
    for (const double x : value.numbers) {
      if (!(std::abs(x) < kLargestNumber) || (x != 0.0 && std::abs(x) < kSmallestNumber)) {
        return false;
      }
    }
  }
  return true;
}

// Whether it is rejected at all nearest neighbours as well.
bool is_rejected_around(const model::Model& model, const Point& point) {
  for (std::uint64_t k = 0; k < 4; ++k) {
    if (!is_rejected(log_density_at(model, nearby(point, k)).value)) return false;
  }
  return true;
}

std::string text_of(const LawAt& law) {
  return fmt::format("joint {}, collapsed {}, recovery {}, difference {}, rounding {}", law.joint,
                     law.collapsed, law.recovery, law.difference(), law.rounding);
}

std::string text_of(const model::Model& model, const Point& point) {
  std::string text;
  for (std::size_t v = 0; v < point.size(); ++v) {
    text += fmt::format("{}{} =", text.empty() ? "" : ", ", model.variables[v].name);
    for (const double x : point[v].numbers) text += fmt::format(" {:.6g}", x);
  }
  return text;
}

// joint = collapsed + recovery at values of the collapsed variables from nowhere.
Found law_at_random(const Subject& subject, const Point& kept, const Point& whole) {
  const Total joint = log_density_at(subject.written, whole);
  const double collapsed = log_density_at(subject.collapsed.model, kept).value;
  if (is_rejected(joint.value) || joint.size > kLargestSize) return {};
  if (is_rejected(collapsed)) {
    if (joint.size > kLargestOrdinary || !is_ordinary(whole)) return {};
    if (!is_rejected_around(subject.collapsed.model, kept)) return {};
    return Failure{"the collapsed density is finite where the joint one is",
                   fmt::format("joint {}, collapsed {} at {}", joint.value, collapsed,
                               text_of(subject.written, whole))};
  }
  const LawAt law = law_at_point(subject.written, subject.collapsed, whole);
  if (law.holds() || (is_rejected(law.recovery) && !is_ordinary(whole))) return {};
  return Failure{"joint = collapsed + recovery",
                 text_of(law) + " at " + text_of(subject.written, whole)};
}

// The same where they are drawn, which must be possible and have a density.
Found law_at_draws(const Subject& subject, const Point& kept, std::uint64_t trial) {
  const Total collapsed = log_density_at(subject.collapsed.model, kept);
  if (is_rejected(collapsed.value) || collapsed.size > kLargestOrdinary || !is_ordinary(kept)) {
    return {};
  }
  const LawAt law = law_at_draw(subject.written, subject.collapsed, kept, trial);
  const std::string where = " at kept " + text_of(subject.collapsed.model, kept);
  if (law.has_extreme_draws) return {};
  if (law.has_nan_draws) return Failure{"what is recovered is finite", text_of(law) + where};
  if (is_rejected(law.joint)) {
    return Failure{"the joint density is finite where the collapsed one is", text_of(law) + where};
  }
  if (law.holds()) return {};
  return Failure{"joint = collapsed + recovery", text_of(law) + where};
}

std::size_t accepted_points(const Subject& subject, std::uint64_t seed) {
  std::size_t accepted = 0;
  for (std::uint64_t k = 0; k < std::size(kScales); ++k) {
    const auto u = random_numbers(subject.lowered.dimension, seed * std::size(kScales) + k);
    if (!is_rejected(log_density_at(subject.written, point_of(subject, u)).value)) ++accepted;
  }
  return accepted;
}

Found first_failure(const Subject& subject, std::uint64_t seed) {
  const InterpretedDensity joint(subject.written);
  const InterpretedDensity collapsed(subject.collapsed.model);
  for (std::uint64_t k = 0; k < std::size(kScales); ++k) {
    const std::uint64_t trial = seed * std::size(kScales) + k;
    const std::vector<double> u = random_numbers(subject.lowered.dimension, trial);
    const Point whole = point_of(subject, u);
    const Point kept = kept_of(subject.collapsed, whole);
    if (Found found = fast_law(subject.joint, joint, u, "the fast joint density is exact")) {
      return found;
    }
    if (subject.prepared.plan.is_empty()) continue;
    if (Found found = law_at_random(subject, kept, whole)) return found;
    if (Found found = law_at_draws(subject, kept, trial)) return found;
    if (Found found =
            fast_law(subject.prepared, collapsed, random_numbers(subject.prepared.dimension, trial),
                     "the fast collapsed density is exact")) {
      return found;
    }
  }
  return {};
}

}  // namespace

Verdict examine(const std::string& program, const std::string& json, std::uint64_t seed) {
  const Result<trace::Traced> traced = load(program, json);
  if (!traced) return {.law = kDoesNotLoad, .detail = traced.error().message};
  return examine(traced.value().model, seed);
}

Verdict examine(const model::Model& model, std::uint64_t seed) {
  Result<engine::Prepared> prepared = engine::prepare(model, {});
  if (!prepared) return {.law = kDoesNotLoad, .detail = prepared.error().message};
  collapse::Collapsed collapsed = collapse::collapse(prepared.value().model, prepared.value().plan);
  model::Model written = model::with_validity_factors(model);
  density::Lowered lowered = density::lower(written);
  const Subject subject{.written = std::move(written),
                        .lowered = std::move(lowered),
                        .joint = engine::prepare_joint(model),
                        .prepared = std::move(prepared).value(),
                        .collapsed = std::move(collapsed)};
  const collapse::Plan& plan = subject.prepared.plan;
  Verdict verdict{.law = {},
                  .detail = {},
                  .parameters = plan.dimension_before,
                  .collapsed = plan.dimension_before - plan.dimension_after,
                  .accepted = accepted_points(subject, seed)};
  if (Found found = first_failure(subject, seed)) {
    verdict.law = std::move(found->law);
    verdict.detail = std::move(found->detail);
  }
  return verdict;
}

}  // namespace autumn::laws
