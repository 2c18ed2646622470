// Runs the collapse law at a few random points.
#include "engine/self_test.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "collapse/explain.h"
#include "engine/prepare.h"

namespace autumn::engine {
namespace {

constexpr double kTolerance = 1e-9;  // relative to the sum of the sizes of all terms
constexpr std::size_t kPoints = 5;
// Where the density itself is beyond this size (an explosive recurrence, say), a sum of its terms
// has no digits left to compare: another point is taken.
constexpr double kLargestSize = 1e10;
constexpr std::uint64_t kMostTrials = 100;

// Outside the support the density is zero, or NaN where an argument makes no sense.
bool is_rejected(double log_density) {
  return std::isnan(log_density) || (std::isinf(log_density) && log_density < 0.0);
}

bool holds(const recover::Law& law) {
  if (is_rejected(law.joint)) return is_rejected(law.collapsed);
  return law.error() <= kTolerance;  // false for NaN
}

}  // namespace

bool SelfTest::has_passed() const {
  return std::ranges::all_of(laws, holds);
}

Result<SelfTest> self_test(const model::Model& model, const collapse::PlanOptions& options) {
  const model::Model written = with_hidden_factors(model);
  const model::Model ready = ready_for_plan(model);
  const Result<collapse::Plan> plan = collapse::plan(ready, options);
  if (!plan) return plan.error();
  const collapse::Collapsed collapsed = collapse::collapse(ready, plan.value());
  SelfTest test{.summary = collapse::one_line(ready, plan.value()), .laws = {}};
  for (std::uint64_t trial = 0; trial < kMostTrials && test.laws.size() < kPoints; ++trial) {
    const recover::Law law = recover::collapse_law(written, collapsed, trial);
    if (!(law.size > kLargestSize) || std::isinf(law.joint)) test.laws.push_back(law);
  }
  return test;
}

std::string to_text(const SelfTest& test) {
  std::string text = test.summary + "\n\n";
  text += fmt::format("{:>18} {:>18} {:>18} {:>10}\n", "log joint", "log collapsed", "log recovery",
                      "error");
  for (const recover::Law& law : test.laws) {
    text += fmt::format("{:>18.10g} {:>18.10g} {:>18.10g} {:>10.1e}\n", law.joint, law.collapsed,
                        law.recovery, law.error());
  }
  text += test.has_passed()
              ? fmt::format(
                    "\nThe collapse is exact: joint = collapsed + recovery to {:.0e} at {} "
                    "random points.\n",
                    kTolerance, test.laws.size())
              : "\nThe collapse law FAILS on this model. Please report it, and use `--marginalize "
                "none` until it is mended.\n";
  return text;
}

}  // namespace autumn::engine
