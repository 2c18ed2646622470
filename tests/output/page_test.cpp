// These tests look at the page of a run: its numbers, and that nothing of a model can break it.
#include "output/page/page.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "base/random.h"
#include "output/page/page_data.h"
#include "output/page/plots.h"

namespace autumn::output {
namespace {

std::vector<double> steps(std::size_t count, double low, double high) {
  std::vector<double> numbers;
  for (std::size_t k = 0; k < count; ++k) {
    numbers.push_back(low + (high - low) * static_cast<double>(k) / static_cast<double>(count - 1));
  }
  return numbers;
}

TEST(Plots, DensitiesHaveAnAreaOfOne) {
  const std::vector<double> numbers = steps(4000, -1.0, 3.0);
  const DensityCurve curve = density_curve(numbers);
  ASSERT_FALSE(curve.heights.empty());
  const double step = (curve.high - curve.low) / static_cast<double>(curve.heights.size() - 1);
  const double area = step * std::accumulate(curve.heights.begin(), curve.heights.end(), 0.0);
  EXPECT_NEAR(area, 1.0, 0.05);
  EXPECT_NEAR(curve.heights[curve.heights.size() / 2], 0.25, 0.01);
}

TEST(Plots, ThereIsNoDensityOfConstantsAndInfinities) {
  EXPECT_TRUE(density_curve(std::vector<double>(10, 3.0)).heights.empty());
  EXPECT_TRUE(density_curve(std::vector<double>{1.0, 2.0, INFINITY}).heights.empty());
  EXPECT_TRUE(density_curve(std::vector<double>{1.0, NAN}).heights.empty());
  EXPECT_TRUE(density_curve({}).heights.empty());
}

TEST(Plots, HistogramsCountEveryNumber) {
  const std::vector<double> numbers{-5.0, 0.0, 0.1, 0.9, 1.0, 7.0};
  EXPECT_EQ(histogram(numbers, 0.0, 1.0, 2), (std::vector<std::uint32_t>{3, 3}));
}

TEST(Plots, RanksOfOneChainAboveTheOther) {
  const std::vector<std::vector<double>> chains{{1, 2, 3, 4}, {5, 6, 7, 8}};
  const auto counts = rank_histograms(chains, 2);
  EXPECT_EQ(counts[0], (std::vector<std::uint32_t>{4, 0}));
  EXPECT_EQ(counts[1], (std::vector<std::uint32_t>{0, 4}));
}

TEST(Plots, AutocorrelationsBeginWithOne) {
  std::vector<double> alternating;
  for (int k = 0; k < 200; ++k) alternating.push_back(k % 2);
  const auto found = autocorrelations(std::vector<std::vector<double>>{alternating}, 3);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0], 1.0);
  EXPECT_NEAR(found[1], -1.0, 0.02);
  EXPECT_TRUE(autocorrelations(std::vector<std::vector<double>>{{2, 2, 2}}, 3).empty());
}

TEST(Plots, PlacesAreSpread) {
  EXPECT_EQ(spread_places(10, 5), (std::vector<std::size_t>{0, 2, 4, 6, 8}));
  EXPECT_EQ(spread_places(3, 5), (std::vector<std::size_t>{0, 1, 2}));
}

std::string page_of_table(const std::string& name, const std::string& title) {
  DrawTable table({"lp__", "divergent__", "energy__", name, "y_rep.1", "y_rep.2"});
  for (int k = 0; k < 50; ++k) {
    const double x = std::sin(3.0 * k);
    table.append(std::vector<double>{-x * x, k == 7 ? 1.0 : 0.0, x, x, x + 1, x - 1});
  }
  RunReport report;
  const DrawTable* tables[] = {&table, &table};
  report.summary = summarise(tables).value();
  report.warnings = {{WarningKind::kDivergences, "<b>found</b>", "means", "advice"}};
  Page page{.title = title,
            .facts = {{"seed", "1"}},
            .account = "collapsed & sampled",
            .collapse = {},
            .program = "real<lower=0> x; // </pre></script>",
            .command = {},
            .report = report,
            .chains = {&table, &table},
            .checks = {{.name = "y",
                        .observed = {1.0, 2.5},
                        .replications = {{1.0, 2.0}, {0.5, 3.0}, {1.5, 2.5}}}},
            .priors = {{.column = name, .draws = {0.0, 1.0, 2.0, 1.5}}}};
  return to_html(page);
}

std::size_t count_of_text(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++count;
  return count;
}

TEST(Page, NeedsNoNetwork) {
  const std::string page = page_of_table("x", "model");
  EXPECT_EQ(count_of_text(page, "src="), 0U);
  EXPECT_EQ(count_of_text(page, "https://"), 0U);
  EXPECT_EQ(count_of_text(page, "@import"), 0U);
  EXPECT_EQ(count_of_text(page, "url("), 0U);
}

TEST(Page, IsNotBrokenByTexts) {
  const std::string page = page_of_table("</script><b>", "<i>\"title\"</i>");
  EXPECT_EQ(count_of_text(page, "</script>"), 2U);
  EXPECT_EQ(count_of_text(page, "<i>"), 0U);
  const std::size_t data = page.find("id=\"data\"");
  EXPECT_EQ(count_of_text(page.substr(0, data), "<b>"), 0U);  // among data it is no tag
  EXPECT_NE(page.find("&lt;b&gt;found"), std::string::npos);
  EXPECT_NE(page.find("real&lt;lower=0&gt; x;"), std::string::npos);
}

TEST(Page, HasDataOfEverything) {
  const std::string page = page_of_table("x", "model");
  for (const char* part :
       {"\"chains\":2", "\"draws\":50", "\"n\":\"x\"", "\"p\":{", "\"energy\":[{",
        "\"divergent\":[", "\"n\":\"y\"", "<div id=\"checks\""}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
}

TEST(Page, OfAThousandVariablesIsSmall) {
  std::vector<std::string> names;
  for (int k = 0; k < 1000; ++k) names.push_back("x." + std::to_string(k + 1));
  DrawTable table(names);
  Random random(StreamKey{.seed = 1});
  std::vector<double> row(names.size());
  for (int k = 0; k < 200; ++k) {
    for (double& x : row) x = random.normal();
    table.append(row);
  }
  RunReport report;
  const DrawTable* tables[] = {&table};
  report.summary = summarise(tables).value();
  const std::string page = to_html({.title = "large",
                                    .facts = {},
                                    .account = {},
                                    .collapse = {},
                                    .program = {},
                                    .command = {},
                                    .report = report,
                                    .chains = {&table}});
  EXPECT_LT(page.size(), 3'000'000U);
}

}  // namespace
}  // namespace autumn::output
