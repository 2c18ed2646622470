// These tests read the JSON of explain as a program does.
#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <limits>

#include "explain/programs.h"

namespace autumn {
namespace {

using rapidjson::Value;

rapidjson::Document parsed(const explainer::Explanation& explanation) {
  rapidjson::Document document;
  document.Parse(to_json(explanation).c_str());
  EXPECT_FALSE(document.HasParseError());
  return document;
}

// The entry of a variable in a list.
const Value& entry(const Value& list, const std::string& name) {
  for (const Value& value : list.GetArray()) {
    if (value["name"].GetString() == name) return value;
  }
  ADD_FAILURE() << "there is no entry " << name;
  static const Value kNone(rapidjson::kObjectType);
  return kNone;
}

void expect_part(const Value& part, const char* why) {
  ASSERT_TRUE(part.IsObject());
  EXPECT_TRUE(part["name"].IsString());
  const std::size_t elements = part["elements"].GetUint64();
  EXPECT_GE(elements, 1U);
  EXPECT_LE(elements, part["of"].GetUint64());
  EXPECT_EQ(part.HasMember("indices"), elements != part["of"].GetUint64());
  if (part.HasMember("indices")) {
    EXPECT_EQ(part["indices"].Size(), elements);
  }
  EXPECT_GT(part[why].GetStringLength(), 0U);
  EXPECT_TRUE(part["line"].IsUint() || part["line"].IsNull());
}

class ExplainJson : public testing::TestWithParam<std::string> {};

TEST_P(ExplainJson, HasEveryElementOnce) {
  const explainer::Explanation explanation = explained(GetParam());
  const rapidjson::Document document = parsed(explanation);
  std::map<std::string, std::size_t> counts;
  for (const auto& [list, why] : {std::pair("collapsed", "rule"), std::pair("kept", "reason")}) {
    for (const Value& part : document[list].GetArray()) {
      expect_part(part, why);
      counts[part["name"].GetString()] += part["elements"].GetUint64();
    }
  }
  for (const explainer::Part& part : explanation.parts) EXPECT_EQ(counts[part.name], part.of);
  EXPECT_LE(document["dimension_after"].GetUint64(), document["dimension_before"].GetUint64());
  EXPECT_EQ(document["kept"].Empty(), document["dimension_after"].GetUint64() == 0);
  EXPECT_GT(document["cost_before"].GetDouble(), 0.0);
  EXPECT_GT(document["cost_after"].GetDouble(), 0.0);
  for (const Value& block : document["blocks"].GetArray()) {
    EXPECT_LE(block["rows"].GetUint64(), block["rows_before"].GetUint64());
    EXPECT_GE(block["entries_in_factor"].GetUint64(), block["elements"].GetUint64());
    EXPECT_LT(block["fill_in"].GetUint64(), block["entries_in_factor"].GetUint64());
  }
}

INSTANTIATE_TEST_SUITE_P(Models, ExplainJson, testing::ValuesIn(all_models()),
                         [](const auto& tested) { return tested.param; });
INSTANTIATE_TEST_SUITE_P(Programs, ExplainJson,
                         testing::Values("beta_binomial", "partial", "everything", "refusals",
                                         "dirichlet_multinomial"),
                         [](const auto& tested) { return tested.param; });

TEST(ExplainJsonParts, HaveIndicesFromOne) {
  const rapidjson::Document document = parsed(explained("partial"));
  EXPECT_EQ(document["dimension_before"].GetUint64(), 14U);
  EXPECT_EQ(document["dimension_after"].GetUint64(), 2U);
  const Value& theta = entry(document["kept"], "theta");
  EXPECT_EQ(theta["elements"].GetUint64(), 1U);
  EXPECT_EQ(theta["of"].GetUint64(), 5U);
  EXPECT_EQ(theta["indices"][0].GetUint64(), 3U);
  EXPECT_EQ(theta["line"].GetUint(), 18U);
  const Value& b = entry(document["kept"], "B");
  EXPECT_EQ(b["indices"][0][0].GetUint64(), 2U);
  EXPECT_EQ(b["indices"][0][1].GetUint64(), 1U);
  const Value& mu = entry(document["collapsed"], "mu");
  EXPECT_STREQ(mu["rule"].GetString(), "Gaussian");
  EXPECT_EQ(mu["line"].GetUint(), 15U);
  EXPECT_FALSE(mu.HasMember("indices"));
  EXPECT_STREQ(mu["factors"][1]["of"].GetString(), "theta");
}

TEST(ExplainJsonParts, CountElementsOfSimplexesAndUnconstrainedDimensions) {
  const rapidjson::Document document = parsed(explained("dirichlet_multinomial"));
  EXPECT_EQ(document["dimension_before"].GetUint64(), 5U);
  EXPECT_EQ(document["dimension_after"].GetUint64(), 1U);
  EXPECT_EQ(entry(document["collapsed"], "p")["elements"].GetUint64(), 6U);
}

TEST(ExplainJsonParts, OfARegressionHaveItsBlock) {
  const rapidjson::Document document = parsed(explained("kidscore_momiq"));
  const Value& block = document["blocks"][0];
  EXPECT_EQ(block["elements"].GetUint64(), 2U);
  EXPECT_EQ(block["rows_before"].GetUint64(), 434U);
  EXPECT_LE(block["rows"].GetUint64(), 3U);
  EXPECT_EQ(block["entries_in_factor"].GetUint64(), 3U);
  EXPECT_EQ(block["fill_in"].GetUint64(), 0U);
}

TEST(ExplainJsonRun, HasWhatCouldBeCollapsedAndTheAlternatives) {
  explainer::Explanation told = explained("eight_schools_centered");
  const rapidjson::Document plain = parsed(told);
  EXPECT_TRUE(plain["alternatives"].Empty());
  EXPECT_TRUE(plain["choice"].IsNull());
  EXPECT_TRUE(plain["coordinates"].IsNull());
  EXPECT_TRUE(plain["kept"][0]["could_be_collapsed"].IsNull());
  const auto kept =
      std::ranges::find_if(told.parts, [](const auto& p) { return !p.is_collapsed(); });
  kept->could_be = collapse::kLeafRule;
  told.alternatives = {
      {.name = "a", .dimension = 3, .gradient = 500.0, .predicted = 2000.0},
      {.name = "b", .tried = std::numeric_limits<double>::infinity(), .is_taken = true}};
  told.choice = "why";
  told.coordinates = "which";
  const rapidjson::Document document = parsed(told);
  EXPECT_STREQ(document["kept"][0]["could_be_collapsed"].GetString(), "leaf");
  EXPECT_STREQ(document["choice"].GetString(), "why");
  EXPECT_STREQ(document["coordinates"].GetString(), "which");
  const Value& first = document["alternatives"][0];
  EXPECT_STREQ(first["name"].GetString(), "a");
  EXPECT_EQ(first["dimension"].GetUint64(), 3U);
  EXPECT_EQ(first["gradient_us"].GetDouble(), 0.5);
  EXPECT_EQ(first["predicted_us"].GetDouble(), 2.0);
  EXPECT_FALSE(first["tried"].GetBool());
  EXPECT_FALSE(first["taken"].GetBool());
  const Value& second = document["alternatives"][1];
  EXPECT_TRUE(second["tried"].GetBool());
  EXPECT_TRUE(second["tried_us"].IsNull());
  EXPECT_TRUE(second["taken"].GetBool());
}

}  // namespace
}  // namespace autumn
