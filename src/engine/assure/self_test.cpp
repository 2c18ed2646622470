// This file runs the collapse law at a few random points.
#include "engine/assure/self_test.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/stages.h"
#include "explain/explain.h"

namespace autumn::engine {
namespace {

// Points that count: those where the law holds, or the density is zero on both sides.
constexpr std::size_t kPoints = 10;
constexpr std::size_t kFinitePoints =
    5;  // of which so many must have a finite density, if any have
constexpr std::uint64_t kMostTrials = 100;

}  // namespace

bool SelfTest::has_passed() const {
  return std::ranges::none_of(
      laws, [](const recover::Law& law) { return law.verdict == recover::Verdict::kFails; });
}

Result<SelfTest> self_test(const model::Model& model, const collapse::PlanOptions& options,
                           const std::vector<std::string>& without_passes) {
  const Result<Work> done = run_stages(model, options, without_passes, "collapse");
  if (!done) return done.error();
  const Work& work = done.value();
  SelfTest test{.summary = explainer::one_line(work.model, work.planned.plan),
                .laws = {},
                .has_collapse = !work.planned.plan.is_empty()};
  const recover::CollapseLaw law_of(recover::subject_of(*work.written, work.planned.collapsed));
  std::size_t finite = 0;
  for (std::uint64_t trial = 0; trial < kMostTrials && finite < kFinitePoints; ++trial) {
    const recover::Law law = law_of.at_random(trial);
    if (law.verdict == recover::Verdict::kBlind) continue;
    if (law.verdict == recover::Verdict::kRejected && test.laws.size() >= kPoints) continue;
    finite += law.verdict == recover::Verdict::kRejected ? 0 : 1;
    test.laws.push_back(law);
  }
  return test;
}

std::string to_text(const SelfTest& test) {
  std::string text = test.summary + "\n\n";
  text += fmt::format("{:>18} {:>18} {:>18} {:>10}\n", "log joint", "log collapsed", "log recovery",
                      "error");
  std::size_t rejected = 0;
  for (const recover::Law& law : test.laws) {
    const bool is_rejected = law.verdict == recover::Verdict::kRejected;
    rejected += is_rejected ? 1 : 0;
    text += is_rejected
                ? fmt::format("{:>18} {:>18} {:>18} {:>10}\n", "rejected", "rejected", "", "")
                : fmt::format("{:>18.10g} {:>18.10g} {:>18.10g} {:>10.1e}\n", law.joint,
                              law.collapsed, law.recovery, law.error());
  }
  if (test.laws.empty()) {
    return text +
           "\nRounding or overflow takes all digits at random points: nothing can be compared.\n";
  }
  if (rejected == test.laws.size()) {
    return text + "\nNo random point has a finite density: there was nothing to compare.\n";
  }
  text +=
      test.has_passed()
          ? fmt::format(
                "\n{} to rounding at {} random points{}.\n",
                test.has_collapse
                    ? "The collapse is exact: joint = collapsed + recovery"
                    : "Nothing is collapsed, and the density with its data compressed is the joint",
                test.laws.size() - rejected,
                rejected == 0 ? "" : fmt::format(", and both are zero at {} more", rejected))
          : "\nThe collapse law FAILS on this model. Please report it, and use `--marginalize "
            "none` until it is mended.\n";
  return text;
}

}  // namespace autumn::engine
