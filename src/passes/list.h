// This header has the list of passes over a density, and the runner that times, prints and checks
// them.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "passes/arrange.h"
#include "passes/collect.h"
#include "passes/compress/merge_rows.h"
#include "passes/compress/statistics.h"
#include "passes/covariances.h"
#include "passes/differentiate.h"
#include "passes/factors.h"
#include "passes/hoist.h"
#include "passes/recurrences.h"
#include "passes/rewrite.h"
#include "passes/share.h"
#include "passes/simplify.h"

namespace autumn::passes {

struct Pass {
  std::string_view name;
  Rewritten (*function)(const Graph&);
};

// From a log density to what is evaluated: the value and its gradient.
inline constexpr Pass kDensityPasses[] = {
    {"share", share},                  // what is not needed goes,
    {"covariances", covariances},      // densities by a covariance become one operation,
    {"factors", factors},              // so do Cholesky factors with their adjoints,
    {"recurrences", recurrences},      // so do steps that follow each other,
    {"simplify", simplify},            // algebra while terms are few,
    {"statistics", statistics},        // what is linear in data is added up,
    {"merge-rows", merge_rows},        // equal rows are merged, groups sorted,
    {"hoist", hoist},                  // little arrays are worked on before they are spread,
    {"differentiate", differentiate},  // the gradient joins the graph
    {"collect", collect},              // with its equal terms,
    {"simplify-gradient", simplify},   // is cleaned up
    {"arrange", arrange},              // and put together
};

// What one pass did.
struct PassRecord {
  std::string_view name;
  double seconds = 0.0;
  std::size_t nodes_before = 0;
  std::size_t nodes_after = 0;
  std::string text;  // the graph after it, or "(unchanged)"; empty unless asked for
};

struct PassOptions {
  std::vector<std::string> disabled;                 // names of passes to leave out
  bool with_text = false;                            // fill `text` of the records
  std::function<void(const PassRecord&)> on_record;  // called after each pass, may be empty
};

struct PassesResult {
  Rewritten rewritten;
  std::vector<PassRecord> records;
};

// An error if some name to disable is not the name of a pass.
[[nodiscard]] Status check_names(std::span<const Pass> passes, std::span<const std::string> names);

// Runs the passes in order, with the checker after each. The map is that of all together.
[[nodiscard]] PassesResult run_passes(const Graph& graph, std::span<const Pass> passes,
                                      const PassOptions& options = {});

}  // namespace autumn::passes
