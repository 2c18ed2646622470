// The corpus is small programs; what each must collapse to is written at its head.
#pragma once

#include <iosfwd>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "collapse/collapse.h"
#include "trace/trace.h"

namespace autumn::collapse::testing {

// At the head of every program:
//   // options: keep NAME, or prefer NAME    (may be left out)
//   // dimension: BEFORE -> AFTER
//   // kept: NAMES, elements as theta[3] where not all of theta stay
//   // reason NAME: part of the reason of its first kept element    (any number)
struct CorpusProgram {
  std::string name;
  std::string text;
  PlanOptions options;
  std::size_t dimension_before = 0;
  std::size_t dimension_after = 0;
  std::set<std::string> kept;
  std::map<std::string, std::string> reasons;
};

void PrintTo(const CorpusProgram& program, std::ostream* out);

// All programs of tests/collapse/data/programs, by name.
[[nodiscard]] std::vector<CorpusProgram> all_programs();
[[nodiscard]] CorpusProgram program_named(const std::string& name);

// Ready for planning. A failed expectation and an empty model if it cannot be traced.
[[nodiscard]] model::Model ready_model(const std::string& text, const std::string& json = "{}");
// As it was written, with its hidden factors: what the laws compare with.
[[nodiscard]] model::Model written_model(const std::string& text, const std::string& json = "{}");

// A failed expectation if a name is wrong.
[[nodiscard]] Plan plan_of(const model::Model& model, const PlanOptions& options = {});

// The rule of this name alone; a failed expectation if there is none.
[[nodiscard]] RuleSet rule_named(const RuleList& rules, std::string_view name);

// "tau", or "theta[3]" where some of theta are collapsed.
[[nodiscard]] std::set<std::string> kept_names(const model::Model& model, const Plan& plan);
// The reason of the first kept element of a variable; empty if none is kept.
[[nodiscard]] std::string reason_of(const model::Model& model, const Plan& plan,
                                    const std::string& name);

}  // namespace autumn::collapse::testing
