// This file puts one program around every block of generated quantities, and compares both ways to
// run it.
#include "quantities_support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "stan/printing/diagnostic.h"
#include "stan/syntax/parse.h"
#include "stan/types/check.h"
#include "stan/types/resolve.h"
#include "trace/builtin.h"
#include "trace/trace.h"

namespace autumn::engine {
namespace {

// Data and parameters for all blocks below. The functions may be called by them.
constexpr std::string_view kBefore = R"(
functions {
  real squash(real x, vector v) { real s = 0; for (i in 1:num_elements(v)) s += x * v[i]; return s; }
  real shifted_lpdf(real y, real m) { return normal_lpdf(y | m + 1, 2); }
  real positive(real x) { if (x < 0) reject("negative: ", x); return sqrt(x); }
  real noise_rng(real s) { return normal_rng(0, s); }
}
transformed data {
  int N = 5;
  vector[N] x = [0.5, -1, 2, 0.1, 3]';
  vector[N] y = [0.3, 1.5, -0.7, 2, 0]';
  array[N] int k = {0, 3, 1, 4, 2};
  array[N] int z = {1, 0, 0, 1, 1};
  matrix[N, 2] X = [[1, 2], [0.5, 1], [3, -1], [2, 2], [-1, 0.5]];
}
parameters {
  real a; real<lower=0> s; vector[2] b; matrix[2, 2] m; simplex[2] p; array[2] vector[2] v;
}
transformed parameters { real t = a + s; }
model { }
generated quantities {
)";
constexpr std::size_t kDrawn = 15;

}  // namespace

trace::GeneratedProgram program_of(const std::string& block) {
  stan::Sources sources("test.stan", std::string(kBefore) + block + "\n}");
  stan::ParseResult parsed = stan::parse(sources);
  EXPECT_TRUE(parsed.is_ok()) << stan::render(parsed.errors, sources);
  auto program = std::make_shared<stan::Program>(std::move(parsed.program));
  const std::vector<Error> errors = stan::check(*program);
  EXPECT_TRUE(errors.empty()) << stan::render(errors, sources);
  stan::resolve(*program, trace::find_builtin);
  auto traced = trace::trace(program, {});
  EXPECT_TRUE(traced.is_ok()) << (traced.is_ok() ? "" : to_text(traced.error()));
  return traced.value().generated;
}

// a, s, b, m, p, v, t.
std::vector<double> draw_number(int i) {
  std::vector<double> drawn;
  Random random({.seed = 11, .iteration = static_cast<std::uint64_t>(i)});
  for (std::size_t k = 0; k < kDrawn; ++k) drawn.push_back(random.normal());
  drawn[1] = std::exp(drawn[1]);
  drawn[8] = random.uniform();
  drawn[9] = 1.0 - drawn[8];
  drawn[14] = drawn[0] + drawn[1];
  return drawn;
}

void expect_close(double got, double expected, const std::string& what) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(got)) << what << ": " << got;
    return;
  }
  if (std::isinf(expected)) {
    EXPECT_EQ(got, expected) << what;
    return;
  }
  EXPECT_NEAR(got, expected, 1e-12 * std::max(1.0, std::fabs(expected))) << what;
}

void expect_same(const Quantities& quantities, QuantityMaker& maker, std::span<const double> drawn,
                 const std::string& what) {
  const StreamKey stream{.seed = 5};
  std::vector<double> got(trace::generated_size(quantities.program), 77.0);
  std::vector<double> expected(got.size());
  const Status status = maker.make(drawn, stream, got);
  const Status wanted = trace::generate(quantities.program, drawn, Random(stream), expected);
  ASSERT_EQ(status.is_ok(), wanted.is_ok()) << what;
  if (!wanted) {
    EXPECT_EQ(to_text(status.error()), to_text(wanted.error())) << what;
  }
  for (std::size_t i = 0; i < got.size(); ++i) {
    expect_close(got[i], expected[i], what + " [" + std::to_string(i) + "]");
  }
}

std::vector<std::string> traced_names(const Quantities& quantities) {
  std::vector<std::string> names;
  if (!quantities.graph) return names;
  for (const std::size_t k : quantities.graph->variables) {
    names.push_back(quantities.program.made[k].name);
  }
  return names;
}

void expect_split_and_same(const QuantityCase& c) {
  const Quantities quantities = prepare_quantities(program_of(c.block));
  EXPECT_EQ(traced_names(quantities), c.traced) << c.block;
  if (quantities.graph) {
    EXPECT_EQ(quantities.graph->traced == nullptr, c.is_complete) << c.block;
  }
  QuantityMaker maker(quantities);
  for (int i = 0; i < 4; ++i) expect_same(quantities, maker, draw_number(i), c.block);
}

}  // namespace autumn::engine
