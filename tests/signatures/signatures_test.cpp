// These tests go through all signatures of Stan, and compare what they do with docs/signatures.md.
//
// AUTUMN_WRITE_SIGNATURES=1 build/tests/signatures_tests writes the page.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "signatures/higher_order.h"
#include "signatures/run.h"
#include "stan/types/signature.h"
#include "trace/slopes.h"

namespace autumn::signatures {
namespace {

// What became of the signatures of one function.
struct Row {
  int signatures = 0;
  int on_data = 0;
  int on_parameters = 0;
  int with_slopes = 0;
  std::set<std::string> reasons = {};
};

using Rows = std::map<std::string, Row>;

// Signatures that no argument is admissible for.
std::string why_not_run(const Fact& fact) {
  const bool is_between =
      fact.name == "skew_double_exponential_rng" && fact.arguments.back().base == stan::Base::kInt;
  return is_between ? "no integer is between 0 and 1" : "";
}

void add(Rows& rows, const Fact& fact) {
  Row& row = rows[fact.name];
  ++row.signatures;
  const Outcome outcome = outcome_of(fact);
  row.on_data += static_cast<int>(outcome.runs_on_data);
  row.on_parameters += static_cast<int>(outcome.runs_on_parameters);
  row.with_slopes += static_cast<int>(outcome.has_slopes);
  const std::string excuse = outcome.runs_on_data ? excuse_of(fact) : why_not_run(fact);
  if (!excuse.empty()) row.reasons.insert(excuse);
  EXPECT_TRUE(outcome.has_slopes || !excuse.empty()) << to_text(fact) << ": " << outcome.trouble;
}

// Laplace's approximation is in the sources of 2.37, but stanc knows it only since 2.39.
std::string reason_of(const HigherOrderCase& c) {
  const std::string calls = "calls a function of the program";
  return c.name.starts_with("laplace") ? calls + " (in releases since 2.39)" : calls;
}

void add(Rows& rows, const HigherOrderCase& c) {
  using trace::testing::slopes_of;
  const std::vector<double> x{0.4, 0.7, 0.6};
  const std::vector<double> found = slopes_of(program_of(c), x);
  ASSERT_EQ(found.size(), 4U) << c.name;
  bool is_right = std::isfinite(found[0]);
  for (std::size_t i = 0; i < 3; ++i) {
    constexpr double kMove = 1e-3;
    const auto at = [&](double step) {
      std::vector<double> y = x;
      y[i] += step;
      return slopes_of(program_of(c), y)[0];
    };
    const double slope =
        (8 * (at(kMove) - at(-kMove)) - (at(2 * kMove) - at(-2 * kMove))) / (12 * kMove);
    is_right = is_right && std::fabs(found[i + 1] - slope) <= 1e-4 * (1 + std::fabs(slope));
    EXPECT_NEAR(found[i + 1], slope, 1e-4 * (1 + std::fabs(slope))) << c.call << ' ' << i;
  }
  const auto right = static_cast<int>(is_right);
  rows[c.name] = {1, right, right, right, {reason_of(c)}};
}

void add_random(Rows& rows, const HigherOrderCase& c) {
  const auto numbers = trace::testing::generated("real r = " + c.call + ";", functions_of_cases());
  const bool is_right = numbers.size() == 1 && std::isfinite(numbers[0]);
  EXPECT_TRUE(is_right) << c.call;
  rows[c.name] = {1, static_cast<int>(is_right), 0, 0, {"draws random numbers", reason_of(c)}};
}

Rows all_rows() {
  Rows rows;
  for (const Fact& fact : all_facts()) add(rows, fact);
  for (const HigherOrderCase& c : higher_order_cases()) add(rows, c);
  for (const HigherOrderCase& c : random_cases()) add_random(rows, c);
  return rows;
}

std::string page_of(const Rows& rows) {
  Row total;
  std::string table;
  for (const auto& [name, row] : rows) {
    std::string reasons;
    for (const std::string& reason : row.reasons) reasons += (reasons.empty() ? "" : "; ") + reason;
    table += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", name, row.signatures, row.on_data,
                         row.on_parameters, row.with_slopes, reasons);
    total.signatures += row.signatures;
    total.on_data += row.on_data;
    total.on_parameters += row.on_parameters;
    total.with_slopes += row.with_slopes;
  }
  return fmt::format(
             R"(# The functions of Stan, one by one

This page is written by `AUTUMN_WRITE_SIGNATURES=1 build/tests/signatures_tests`, and the test `Signatures` compares it
with what the build does. It has the {} functions of Stan 2.37 and their {} signatures, as `stanc` lists them
(`tests/signatures/data/stan.txt`); functions that take a function of the program, and any number of arguments after it,
count once. For each function: how many signatures it has; how many run on data; how many give the same number when
every real or complex argument depends on parameters; of how many the gradient was compared with differences, along a
curve of arguments that the function admits. The last column says why not all are.

All in all {} run on data, {} on parameters, {} of these with slopes.

| function | signatures | on data | on parameters | slopes | |
|---|---|---|---|---|---|
)",
             rows.size(), total.signatures, total.on_data, total.on_parameters, total.with_slopes) +
         table;
}

TEST(Signatures, AreThoseOfThePage) {
  const std::string page = page_of(all_rows());
  const std::string path = AUTUMN_DOCS "/signatures.md";
  if (std::getenv("AUTUMN_WRITE_SIGNATURES") != nullptr) {
    std::ofstream(path) << page;
    return;
  }
  std::ifstream in(path);
  std::stringstream written;
  written << in.rdbuf();
  EXPECT_EQ(written.str(), page)
      << "AUTUMN_WRITE_SIGNATURES=1 build/tests/signatures_tests writes it";
}

// Names that the checker knows and Stan's list has not are those of functions of functions, and
// what Stan has removed.
TEST(Signatures, OfOursThatStanHasNotAreOpenOrTakeFunctions) {
  std::set<std::string> listed;
  for (const Fact& fact : all_facts()) listed.insert(fact.name);
  for (const HigherOrderCase& c : higher_order_cases()) listed.insert(c.name);
  for (const stan::Signature& signature : stan::all_signatures()) {
    if (signature.is_redefinable) continue;
    EXPECT_TRUE(listed.contains(signature.name)) << stan::to_text(signature);
  }
}

}  // namespace
}  // namespace autumn::signatures
