// These tests check that DOT and SVG are well formed, with the right nodes and edges.
#include <gtest/gtest.h>

#include <algorithm>

#include "explain/programs.h"

namespace autumn {
namespace {

using explainer::FactorGraph;
using explainer::NodeKind;

std::size_t count_of(const std::string& text, const std::string& word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    ++count;
  }
  return count;
}

// Elements of XML that are opened are closed in order, and attributes are quoted; the empty text
// if so, else what is wrong.
std::string xml_fault(const std::string& text) {
  std::vector<std::string> open;
  std::size_t at = 0;
  while ((at = text.find('<', at)) != std::string::npos) {
    const std::size_t end = text.find('>', at);
    if (end == std::string::npos) return "a tag that does not end";
    const std::string tag = text.substr(at + 1, end - at - 1);
    if (tag.find('<') != std::string::npos) return "a tag in a tag: " + tag;
    if (std::ranges::count(tag, '"') % 2 != 0) return "quotes that do not end: " + tag;
    const std::string name = tag.substr(0, tag.find_first_of(" /", 1));
    if (tag[0] == '/') {
      if (open.empty() || open.back() != tag.substr(1)) return "closed but not open: " + tag;
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(name);
    }
    at = end;
  }
  for (std::size_t amp = text.find('&'); amp != std::string::npos; amp = text.find('&', amp + 1)) {
    if (text.find(';', amp) > amp + 6) return "a bare ampersand";
  }
  return open.empty() ? "" : "left open: " + open.back();
}

std::size_t node_named(const FactorGraph& graph, const std::string& name, NodeKind kind) {
  const auto at = std::ranges::find_if(
      graph.nodes, [&](const auto& node) { return node.name == name && node.kind == kind; });
  EXPECT_NE(at, graph.nodes.end()) << name;
  return static_cast<std::size_t>(at - graph.nodes.begin());
}

bool has_arrow(const std::vector<explainer::Arrow>& arrows, std::size_t node, bool is_reversed) {
  return std::ranges::find(arrows, explainer::Arrow{node, is_reversed}) != arrows.end();
}

const explainer::GraphFactor& factor_named(const FactorGraph& graph, const std::string& name) {
  const auto at = std::ranges::find(graph.factors, name, &explainer::GraphFactor::name);
  EXPECT_NE(at, graph.factors.end()) << name;
  return *at;
}

TEST(ExplainXml, CheckFindsFaults) {
  EXPECT_EQ(xml_fault("<a x=\"1\"><b/>&lt;</a>"), "");
  EXPECT_NE(xml_fault("<a><b></a>"), "");
  EXPECT_NE(xml_fault("<a>"), "");
  EXPECT_NE(xml_fault("<a x=\"1>"), "");
  EXPECT_NE(xml_fault("<a>R & B</a>"), "");
}

class ExplainPicture : public testing::TestWithParam<std::string> {};

TEST_P(ExplainPicture, IsWellFormed) {
  const explainer::Explanation explanation = explained(GetParam());
  const std::string svg = to_svg(explanation);
  EXPECT_EQ(xml_fault(svg), "");
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(count_of(svg, "<ellipse"),
            explanation.before.nodes.size() + explanation.after.nodes.size() + 3);  // the legend
  const std::string dot = to_dot(explanation);
  EXPECT_EQ(count_of(dot, "{"), count_of(dot, "}"));
  EXPECT_EQ(count_of(dot, "\"") % 2, 0U);
  std::size_t edges = 0;
  for (const FactorGraph* graph : {&explanation.before, &explanation.after}) {
    for (const auto& factor : graph->factors) {
      edges += factor.from.size() + factor.to.size();
      for (const auto& arrow : factor.from) EXPECT_LT(arrow.node, graph->nodes.size());
      for (const auto& arrow : factor.to) EXPECT_LT(arrow.node, graph->nodes.size());
    }
  }
  EXPECT_EQ(count_of(dot, " -> "), edges);
}

INSTANTIATE_TEST_SUITE_P(Models, ExplainPicture, testing::ValuesIn(all_models()),
                         [](const auto& tested) { return tested.param; });
INSTANTIATE_TEST_SUITE_P(Programs, ExplainPicture,
                         testing::Values("partial", "everything", "refusals", "crossed",
                                         "shared_scale", "state_space"),
                         [](const auto& tested) { return tested.param; });

TEST(ExplainGolden, PicturesOfTwoModels) {
  for (const std::string name : {"eight_schools_centered", "partial"}) {
    const explainer::Explanation explanation = explained(name);
    expect_golden(name + ".svg", to_svg(explanation));
    expect_golden(name + ".dot", to_dot(explanation));
  }
}

TEST(ExplainGraph, TurnsTheEdgesOfEightSchoolsAround) {
  const explainer::Explanation explanation = explained("eight_schools_centered");
  const FactorGraph& before = explanation.before;
  const std::size_t y = node_named(before, "y", NodeKind::kData);
  const std::size_t sigma = node_named(before, "sigma", NodeKind::kData);
  const std::size_t theta = node_named(before, "theta", NodeKind::kKept);
  EXPECT_EQ(before.nodes[theta].plate, "8");
  EXPECT_TRUE(std::ranges::any_of(before.factors, [&](const auto& factor) {
    return factor.name == "normal" && has_arrow(factor.from, theta, false) &&
           has_arrow(factor.from, sigma, false) && has_arrow(factor.to, y, false);
  }));
  const FactorGraph& after = explanation.after;
  const explainer::GraphFactor& draw = factor_named(after, "Gaussian");
  EXPECT_TRUE(has_arrow(draw.from, node_named(after, "y", NodeKind::kData), true));
  EXPECT_TRUE(has_arrow(draw.from, node_named(after, "tau", NodeKind::kKept), false));
  EXPECT_TRUE(has_arrow(draw.to, node_named(after, "theta", NodeKind::kCollapsed), true));
  EXPECT_TRUE(has_arrow(draw.to, node_named(after, "mu", NodeKind::kCollapsed), true));
  const explainer::GraphFactor& marginal = factor_named(after, "marginal");
  EXPECT_TRUE(has_arrow(marginal.from, node_named(after, "tau", NodeKind::kKept), false));
  EXPECT_TRUE(has_arrow(marginal.to, node_named(after, "y", NodeKind::kData), false));
}

TEST(ExplainGraph, LeavesTheEdgesOfLeavesAsTheyAre) {
  const FactorGraph after =
      explained_text(
          "parameters { real<lower=0> s; real new; }\n"
          "model { s ~ cauchy(0, 1); 1 ~ normal(0, s); new ~ student_t(4, 0, s); }")
          .after;
  const explainer::GraphFactor& draw = factor_named(after, "student_t");
  EXPECT_TRUE(has_arrow(draw.from, node_named(after, "s", NodeKind::kKept), false));
  EXPECT_TRUE(has_arrow(draw.to, node_named(after, "new", NodeKind::kCollapsed), false));
}

TEST(ExplainGraph, ReversesTheEdgeFromAKeptChild) {
  // A hyper-mean over latent normals that feed a Poisson.
  const FactorGraph after =
      explained_text(
          "parameters { real mu; vector[2] x; }\n"
          "model { mu ~ normal(0, 1); x ~ normal(mu, 1); {1, 2} ~ poisson_log(x); }")
          .after;
  const explainer::GraphFactor& draw = factor_named(after, "Gaussian");
  EXPECT_TRUE(has_arrow(draw.from, node_named(after, "x", NodeKind::kKept), true));
  EXPECT_TRUE(has_arrow(draw.to, node_named(after, "mu", NodeKind::kCollapsed), true));
}

TEST(ExplainGraph, EscapesNamesInPictures) {
  explainer::Explanation explanation;
  explanation.before.nodes.push_back({NodeKind::kData, "a<b & \"c\"", "2"});
  EXPECT_EQ(xml_fault(to_svg(explanation)), "");
  EXPECT_NE(to_svg(explanation).find("a&lt;b &amp; &quot;c&quot;"), std::string::npos);
  EXPECT_NE(to_dot(explanation).find("label=\"a<b & \\\"c\\\"\""), std::string::npos);
}

}  // namespace
}  // namespace autumn
