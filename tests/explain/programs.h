// This header has the programs of the tests of explain, loaded and explained.
#pragma once

#include <string>
#include <vector>

#include "explain/explain.h"

namespace autumn {

// "NAME.stan" with "NAME.json" of tests/explain/data, or a program under models/. Fails the running
// test if it cannot be loaded.
[[nodiscard]] explainer::Explanation explained(const std::string& name,
                                               const collapse::PlanOptions& options = {});

// A program given as text.
[[nodiscard]] explainer::Explanation explained_text(const std::string& program,
                                                    const collapse::PlanOptions& options = {});

// The line of `autumn sample` for a program given as text.
[[nodiscard]] std::string line_of(const std::string& program,
                                  const collapse::PlanOptions& options = {});

// The names of all programs under models/.
[[nodiscard]] std::vector<std::string> all_models();

// The text is that of tests/explain/data/FILE. With AUTUMN_ACCEPT in the environment the
// file is written instead: look at the difference before you keep it.
void expect_golden(const std::string& file, const std::string& text);

}  // namespace autumn
