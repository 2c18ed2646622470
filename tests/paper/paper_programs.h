// This header has the programs under models/paper with their data, and what is known of them.
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/prepare.h"
#include "engine/report.h"

namespace autumn::paper_test {

// A program with data.
struct Case {
  std::string_view name;  // of the test
  std::string_view program;
  std::string_view data;
  std::size_t dimension_before = 0;
  std::size_t dimension_after = 0;
};
void PrintTo(const Case& c, std::ostream* out);

// As the paper writes them.
[[nodiscard]] std::span<const Case> as_written();
// Other forms of the same models.
[[nodiscard]] std::span<const Case> non_centred();
[[nodiscard]] std::span<const Case> by_hand();
[[nodiscard]] const Case& case_named(std::span<const Case> cases, std::string_view name);

[[nodiscard]] std::string data_path(const Case& c);
// Fails the running test, and ends it by an exception, if the program has an error.
[[nodiscard]] trace::Traced traced(const Case& c);
[[nodiscard]] engine::Prepared prepared(const Case& c, const collapse::PlanOptions& options);

// One chain.
struct Length {
  std::int64_t warmup = 1000;
  std::int64_t draws = 1000;
  std::uint64_t seed = 1;
  double adapt_delta = 0.8;
};
[[nodiscard]] engine::Report sampled(const engine::Prepared& prepared, const Length& length);

// Whether two runs agree on the means of the variables they share: one line per variable that is
// off by more than 5 standard errors, of both together. Columns about the sampler, lp__ and kappa
// (which has no variance; log_kappa stands for it) are left out.
struct Agreement {
  std::size_t compared = 0;
  std::vector<std::string> disagreements;
};
[[nodiscard]] Agreement compare(const output::Summary& x, const output::Summary& y);

}  // namespace autumn::paper_test
