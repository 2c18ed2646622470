// This file computes both sides of the collapse law, and how much of a difference is rounding.
#include "recover/law.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "base/numbers.h"
#include "collapse/point.h"
#include "expr/rounding.h"

namespace autumn::recover {
namespace {

using expr::Array;
using model::Model;

// A difference below this is rounding on the face of it: absolute, and of the size of the terms.
constexpr double kAlwaysRounding = 1e-10;
constexpr double kPartOfSize = 1e-12;
// Else so many times the spread of a few nudged evaluations; fewer will do if they explain it.
constexpr int kFewestNudgedRuns = 2;
constexpr int kNudgedRuns = 5;
constexpr double kTimesSpread = 100.0;
// Where rounding may have done more than this, the law says nothing.
constexpr double kBlind = 1e-3;
// A joint density with such a spread is not known at all. (That of the collapsed one alone is no
// excuse: a mistake may be what makes it unstable.)
constexpr double kNoDigits = 1.0;

struct Total {
  double value = 0.0;
  double size = 0.0;
};

Total total_of(const std::vector<Array>& terms) {
  Total total;
  for (const Array& term : terms) {
    for (const double x : term.numbers) {
      total.value += x;
      total.size += std::abs(x);
    }
  }
  return total;
}

bool is_rejected(double log_density) {
  return !(log_density > -kInfinity);  // NaN too
}

// The kept variables out of all.
std::vector<Array> kept_of(const collapse::Recovery& recovery, const Model& smaller,
                           std::span<const Array> whole) {
  std::vector<Array> kept;
  for (std::size_t i = 0; i < recovery.kept.size(); ++i) {
    const collapse::KeptElements& place = recovery.kept[i];
    Array value{smaller.graph.shape(smaller.variables[i].node), {}};
    for (const std::uint32_t e : place.elements) {
      value.numbers.push_back(whole[place.variable].numbers[e]);
    }
    kept.push_back(std::move(value));
  }
  return kept;
}

std::vector<expr::Shape> shapes_of(const Model& model) {
  std::vector<expr::Shape> shapes;
  for (const model::Variable& variable : model.variables) {
    shapes.push_back(model.graph.shape(variable.node));
  }
  return shapes;
}

// Of each column of numbers, the largest less the smallest; added up.
struct Spread {
  double low = kInfinity;
  double high = -kInfinity;
  bool is_finite = true;

  void add(double x) {
    is_finite = is_finite && std::isfinite(x);
    low = std::min(low, x);
    high = std::max(high, x);
  }
  [[nodiscard]] double width() const { return is_finite ? high - low : kInfinity; }
};

// Whether what was drawn of Gaussian blocks is made of numbers. It must be: no Gaussian leaves the
// range of doubles by itself, while a block that reads what is not drawn yet is NaN.
bool has_finite_blocks(const collapse::Recovery& recovery, std::span<const Array> whole) {
  for (const collapse::RecoveryStep& step : recovery.steps) {
    const auto* block = std::get_if<collapse::DrawBlock>(&step.draw);
    if (block == nullptr) continue;
    for (const collapse::Column& column : block->columns) {
      if (!std::isfinite(whole[column.variable].numbers[column.element])) return false;
    }
  }
  return true;
}

}  // namespace

double Law::error() const {
  return std::abs(joint - collapsed - recovery) / size;
}

CollapseLaw::Density CollapseLaw::density_of(const Model& model) {
  expr::Builder builder(model.graph);
  std::vector<expr::NodeId> terms;
  for (const model::Factor& factor : model.factors) {
    terms.push_back(model::log_density(builder, factor));
  }
  return {std::move(builder).finish({}), std::move(terms)};
}

CollapseLaw::CollapseLaw(const LawSubject& subject)
    : subject_(subject),
      joint_(density_of(subject.model)),
      collapsed_(density_of(subject.smaller)),
      program_(prepare(subject.recovery, shapes_of(subject.model))) {}

std::vector<Array> CollapseLaw::recovered(std::span<const Array> kept, std::uint64_t trial) const {
  Recoverer recoverer(program_);
  for (std::size_t i = 0; i < kept.size(); ++i) recoverer.set_kept(i, kept[i].numbers);
  recoverer.draw(20230, 1, trial);
  std::vector<Array> whole;
  for (std::size_t v = 0; v < program_.shapes.size(); ++v) {
    const auto value = recoverer.variable(v);
    whole.push_back({program_.shapes[v], {value.begin(), value.end()}});
  }
  return whole;
}

CollapseLaw::Rounding CollapseLaw::rounding_at(std::span<const Array> kept,
                                               std::span<const Array> whole,
                                               double to_explain) const {
  Random random({.seed = 20231, .purpose = Purpose::kTest});
  Spread joint, collapsed, recovery;
  const auto total = [&] { return joint.width() + collapsed.width() + recovery.width(); };
  for (int run = 0; run < kNudgedRuns; ++run) {
    if (run >= kFewestNudgedRuns && kTimesSpread * total() >= to_explain) break;
    joint.add(total_of(expr::interpret_nudged(joint_.graph, joint_.terms, whole, random)).value);
    collapsed.add(
        total_of(expr::interpret_nudged(collapsed_.graph, collapsed_.terms, kept, random)).value);
    recovery.add(log_density(subject_.recovery, whole, &random));
  }
  return {joint.width(), total()};
}

// The point is rounded, too: a matrix may have been made of its factor.
bool CollapseLaw::is_at_edge(std::span<const Array> whole) const {
  constexpr int kRuns = 20;
  constexpr double kRounding = 4.0 * std::numeric_limits<double>::epsilon();
  Random random({.seed = 20232, .purpose = Purpose::kTest});
  int finite = 0;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<Array> near(whole.begin(), whole.end());
    for (Array& value : near) {
      for (double& x : value.numbers) x *= 1.0 + kRounding * (2.0 * random.uniform() - 1.0);
    }
    const auto terms = expr::interpret_nudged(joint_.graph, joint_.terms, near, random);
    if (std::isfinite(total_of(terms).value)) ++finite;
  }
  return finite != 0 && finite != kRuns;
}

bool CollapseLaw::overflows_at(std::span<const Array> kept, std::span<const Array> whole) const {
  return expr::has_overflow(joint_.graph, joint_.terms, whole) ||
         expr::has_overflow(collapsed_.graph, collapsed_.terms, kept);
}

void CollapseLaw::judge(Law& law, std::span<const Array> kept, std::span<const Array> whole) const {
  if (is_rejected(law.joint) && is_rejected(law.collapsed)) {
    law.verdict = Verdict::kRejected;
    return;
  }
  const double difference = std::abs(law.joint - law.collapsed - law.recovery);
  if (!std::isfinite(difference)) {
    const bool is_excused = overflows_at(kept, whole) || is_at_edge(whole);
    law.verdict = is_excused ? Verdict::kBlind : Verdict::kFails;
    return;
  }
  const double bound = kAlwaysRounding + kPartOfSize * law.size;
  if (difference <= bound) return;
  const Rounding rounding = rounding_at(kept, whole, difference);
  law.rounding = rounding.of_all;
  if (rounding.of_joint > kNoDigits) {
    law.verdict = Verdict::kBlind;
  } else if (difference <= bound + kTimesSpread * law.rounding) {
    law.verdict = kTimesSpread * law.rounding > kBlind ? Verdict::kBlind : Verdict::kHolds;
  } else {
    law.verdict = Verdict::kFails;
  }
}

Law CollapseLaw::at(std::span<const Array> whole) const {
  const std::vector<Array> kept = kept_of(subject_.recovery, subject_.smaller, whole);
  const Total joint = total_of(expr::interpret(joint_.graph, joint_.terms, whole));
  Law law{.joint = joint.value,
          .collapsed = total_of(expr::interpret(collapsed_.graph, collapsed_.terms, kept)).value,
          .recovery = 0.0,
          .size = 1.0 + joint.size};
  law.recovery = is_rejected(law.collapsed) ? std::numeric_limits<double>::quiet_NaN()
                                            : log_density(subject_.recovery, whole);
  judge(law, kept, whole);
  return law;
}

// A draw that has no finite density may have been rounded to the edge of its support (a Wishart
// matrix with hardly more degrees of freedom than it needs is singular to rounding, a probability
// may be zero), or beyond the range of doubles (an inverse of that matrix): then the law must hold
// elsewhere.
Law CollapseLaw::at_draw(std::span<const Array> whole, std::uint64_t trial) const {
  Law law = at(whole);
  if (law.verdict != Verdict::kFails || std::isfinite(law.joint)) return law;
  if (!has_finite_blocks(subject_.recovery, whole)) return law;
  const std::vector<Array> kept = kept_of(subject_.recovery, subject_.smaller, whole);
  const Law elsewhere =
      at(collapse::random_point_beside(subject_.model, subject_.recovery, kept, trial));
  if (elsewhere.verdict != Verdict::kFails) law.verdict = Verdict::kBlind;
  return law;
}

// Where the collapsed density is zero there is nothing to draw from, and samplers may not be asked.
Law CollapseLaw::at_kept(std::span<const Array> kept, std::uint64_t trial) const {
  const Total total = total_of(expr::interpret(collapsed_.graph, collapsed_.terms, kept));
  if (!is_rejected(total.value)) return at_draw(recovered(kept, trial), trial);
  return at(collapse::random_point_beside(subject_.model, subject_.recovery, kept, trial));
}

Law CollapseLaw::at_random(std::uint64_t trial) const {
  return at_kept(collapse::random_point(subject_.smaller, trial), trial);
}

}  // namespace autumn::recover
