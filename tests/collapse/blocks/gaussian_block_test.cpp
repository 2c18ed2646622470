// The assembly of Gaussian blocks: which rows, columns and operands normal factors become.
#include "collapse/blocks/gaussian_block.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "collapse/corpus.h"

namespace autumn::collapse::testing {
namespace {

struct Assembled {
  model::Model model;
  std::vector<GaussianBlock> blocks;
  std::vector<SummedItem> sums;
};

// With these variables as columns (by logarithm: `logs`; as scales collapsed later: `scales`).
// Nothing is fixed, so that nothing is compressed.
Assembled assembled(const std::string& text, const std::set<std::string>& columns,
                    const std::set<std::string>& logs = {},
                    const std::set<std::string>& scales = {}) {
  Assembled result{ready_model(text, R"({"y": [0.5, 1.5, 2.5]})"), {}, {}};
  const model::Model& model = result.model;
  ElementSet elements(model), log_elements(model), scale_elements(model);
  for (std::size_t v = 0; v < model.variables.size(); ++v) {
    if (columns.contains(model.variables[v].name)) elements.insert_all(v);
    if (logs.contains(model.variables[v].name)) log_elements.insert_all(v);
    if (scales.contains(model.variables[v].name)) scale_elements.insert_all(v);
  }
  const std::vector<RowMarks> dropped(model.factors.size());
  Builder builder(model.graph);
  GaussianBlocks made = assemble_blocks({model, elements, log_elements, scale_elements, dropped},
                                        builder, [](NodeId) { return std::nullopt; });
  result.blocks = std::move(made.blocks);
  result.sums = std::move(made.sums);
  return result;
}

TEST(GaussianBlock, HasAColumnPerElementAndARowPerResidual) {
  const Assembled a = assembled(R"(data { vector[3] y; }
      parameters { real m; vector[3] u; real<lower=0> s; }
      model { m ~ normal(0, 2); u ~ normal(m, s); y ~ normal(u, s); s ~ gamma(2, 1); })",
                                {"m", "u"});
  ASSERT_EQ(a.blocks.size(), 1U);
  EXPECT_EQ(a.blocks[0].columns.size(), 4U);
  EXPECT_EQ(a.blocks[0].rows_before, 7U);
  EXPECT_EQ(a.blocks[0].factors.size(), 3U);
  EXPECT_FALSE(a.blocks[0].scale_owner);
}

TEST(GaussianBlock, TakesNoRowsWithoutItsElements) {
  const Assembled a = assembled(R"(data { vector[3] y; } parameters { vector[2] u; real k; }
      model { u ~ normal(0, 1); y[1] ~ normal(u[1], 1); y[2:3] ~ normal(k, 1); })",
                                {"u"});
  ASSERT_EQ(a.blocks.size(), 1U);
  EXPECT_EQ(a.blocks[0].rows_before, 3U);
}

// The most entries that a row has.
std::size_t longest_row(const GaussianBlock& made) {
  const gaussian::Block& block = made.analyzed->block;
  std::size_t longest = 0;
  for (std::size_t i = 0; i < block.rows(); ++i) {
    longest = std::max<std::size_t>(longest, block.row_starts[i + 1] - block.row_starts[i]);
  }
  return longest;
}

TEST(GaussianBlock, HasOneColumnLessThanElementsThatSumToZero) {
  const Assembled a = assembled(R"(data { vector[3] y; } parameters { sum_to_zero_vector[3] x; }
      model { x ~ normal(0, 1); y ~ normal(x, 1); })",
                                {"x"});
  ASSERT_EQ(a.blocks.size(), 1U);
  EXPECT_EQ(a.blocks[0].columns.size(), 2U);
  EXPECT_EQ(a.blocks[0].rows_before, 6U);
  EXPECT_EQ(a.sums.size(), 1U);
}

TEST(GaussianBlock, HasNoLongRowsForSumsOfAllElements) {
  const Assembled a = assembled(R"(parameters { vector[64] x; }
      model { x ~ normal(0, 1); 0.3 ~ normal(sum(x), 1); -0.2 ~ normal(0.1 - 2 * mean(x), 1);
              1.4 ~ normal(sum(x) + x[1], 2); })",
                                {"x"});
  ASSERT_EQ(a.blocks.size(), 1U);
  EXPECT_EQ(a.sums.size(), 1U);
  EXPECT_EQ(a.blocks[0].columns.size(), 64U);
  EXPECT_EQ(longest_row(a.blocks[0]), 2U);
}

// Running sums would make nothing shorter.
TEST(GaussianBlock, HasElementsWhereOtherRowsAreLong) {
  for (const char* other : {"", "sum(x[1:63])", "dot_product(w, x)"}) {
    const std::string mean = *other == '\0' ? "0" : other;
    const Assembled a = assembled(
        "transformed data { vector[64] w; for (i in 1:64) w[i] = i; } "
        "parameters { vector[64] x; } model { x ~ normal(0, 1); "
        "0.3 ~ normal(" +
            mean + ", 1);" + (mean == "0" ? "" : "0.3 ~ normal(sum(x), 1);") + "}",
        {"x"});
    EXPECT_TRUE(a.sums.empty()) << mean;
  }
}

TEST(GaussianBlock, KnowsColumnsThatAreLogarithms) {
  const Assembled a = assembled(R"(data { vector[3] y; } parameters { real<lower=0> p; }
      model { p ~ lognormal(0, 1); y ~ normal(log(p), 1); })",
                                {}, {"p"});
  ASSERT_EQ(a.blocks.size(), 1U);
  ASSERT_EQ(a.blocks[0].columns.size(), 1U);
  EXPECT_TRUE(a.blocks[0].columns[0].is_log);
}

TEST(GaussianBlock, IsApartForEachSharedScale) {
  const Assembled a = assembled(R"(data { vector[3] y; }
      parameters { real m; real k; real<lower=0> v; }
      model { v ~ inv_gamma(2, 1); m ~ normal(0, sqrt(v)); y[1:2] ~ normal(m, sqrt(v));
              k ~ normal(0, 1); y[3] ~ normal(k, 1); })",
                                {"m", "k"}, {}, {"v"});
  ASSERT_EQ(a.blocks.size(), 2U);
  int owned = 0;
  for (const GaussianBlock& block : a.blocks) {
    EXPECT_EQ(block.columns.size(), 1U);
    if (!block.scale_owner) continue;
    ++owned;
    EXPECT_EQ(a.model.variables[block.scale_owner->variable].name, "v");
    EXPECT_EQ(block.rows_before, 3U);
  }
  EXPECT_EQ(owned, 1);
}

TEST(GaussianBlock, IsCompressedWhereCoefficientsAreData) {
  const std::string text = R"(data { vector[3] y; } parameters { real m; real<lower=0> s; }
      model { y ~ normal(m, s); m ~ normal(0, 1); s ~ gamma(2, 1); })";
  const model::Model model = ready_model(text, R"({"y": [0.5, 1.5, 2.5]})");
  const Plan plan = plan_of(model);
  ASSERT_EQ(plan.blocks.size(), 1U);
  EXPECT_LT(plan.blocks[0].rows, plan.blocks[0].rows_before);
  EXPECT_EQ(plan.blocks[0].columns, 1U);
}

// Else the laws of the corpus would say nothing about pencils.
TEST(GaussianBlock, OfEveryPencilOfTheCorpusIsOne) {
  std::size_t found = 0;
  for (const CorpusProgram& program : all_programs()) {
    if (!program.name.starts_with("pencil")) continue;
    const model::Model model = ready_model(program.text);
    const Collapsed collapsed = collapse(model, plan_of(model, program.options));
    ASSERT_EQ(collapsed.blocks.size(), 1U) << program.name;
    const gaussian::Symbolic& symbolic = collapsed.blocks[0].analyzed->symbolic;
    EXPECT_TRUE(symbolic.pencil || (symbolic.centred && symbolic.centred->pencil)) << program.name;
    ++found;
  }
  EXPECT_EQ(found, 7U);
}

// Two crossed effects around a mean are a cross, beside the mean or around it, centred or not.
TEST(GaussianBlock, OfCrossedEffectsIsACrossInOtherWords) {
  std::string g, h, y;
  for (int i = 0; i < 160; ++i) {
    const std::string comma = i == 0 ? "" : ",";
    g += comma + std::to_string(1 + i * 7 % 20 * (i % 3 + 1) % 20);
    h += comma + std::to_string(1 + (3 * i + i / 20) % 10);
    y += comma + std::to_string(0.1 * (i * 37 % 23));
  }
  const std::string json = R"({"g": [)" + g + R"(], "h": [)" + h + R"(], "y": [)" + y + "]}";
  for (const char* model :
       {"a ~ normal(0, t); b ~ normal(0, u); y ~ normal(m + a[g] + b[h], s);",
        "a ~ normal(m, t); b ~ normal(0, u); y ~ normal(a[g] + b[h], s);",
        "a ~ normal(0, 1); b ~ normal(0, 1); y ~ normal(m + t * a[g] + u * b[h], s);"}) {
    const model::Model ready = ready_model(
        std::string("data { array[160] int g, h; vector[160] y; } parameters { real m; vector[20] "
                    "a; vector[10] b; real<lower=0> t, u, s; } model { m ~ normal(0, 3); t ~ "
                    "exponential(1); u ~ exponential(1); s ~ exponential(1);") +
            model + "}",
        json);
    const Collapsed collapsed = collapse(ready, plan_of(ready));
    ASSERT_EQ(collapsed.blocks.size(), 1U) << model;
    EXPECT_TRUE(gaussian::fast_ways(collapsed.blocks[0].analyzed->symbolic).cross) << model;
  }
}

}  // namespace
}  // namespace autumn::collapse::testing
