// The self-test checks the collapse law on a user's own model and data.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "collapse/plan.h"
#include "model/model.h"
#include "recover/law.h"

namespace autumn::engine {

// log joint - log collapsed - log recovery must be zero at random points.
struct SelfTest {
  std::string summary;  // what was collapsed, in one line
  std::vector<recover::Law> laws;
  bool has_collapse = false;  // without one, compressed data are all that is compared

  [[nodiscard]] bool has_passed() const;
};

[[nodiscard]] Result<SelfTest> self_test(const model::Model& model,
                                         const collapse::PlanOptions& options,
                                         const std::vector<std::string>& without_passes = {});

[[nodiscard]] std::string to_text(const SelfTest& test);

}  // namespace autumn::engine
