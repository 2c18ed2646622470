// This file reads references of approximations, and compares distributions with them.
#include "approximation_reference.h"

#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

namespace autumn::models {
namespace {

constexpr double kFalseAlarms = 1e-6;
constexpr double kLargest = 1e308;  // stands for what is not finite, as in the references

std::vector<double> numbers_of(const rapidjson::Value& list) {
  std::vector<double> numbers;
  for (const auto& item : list.GetArray()) numbers.push_back(item.GetDouble());
  return numbers;
}

std::vector<std::string> texts_of(const rapidjson::Value& list) {
  std::vector<std::string> texts;
  for (const auto& item : list.GetArray()) texts.emplace_back(item.GetString());
  return texts;
}

Spread spread_of(const rapidjson::Value& object) {
  Spread spread{.count = object["count"].GetDouble(), .quantiles = {}};
  if (object.HasMember("failed")) spread.failed = object["failed"].GetDouble();
  for (const auto& entry : object["quantiles"].GetObject()) {
    spread.quantiles[entry.name.GetString()] = numbers_of(entry.value);
  }
  return spread;
}

LaplaceReference laplace_of(const rapidjson::Value& object) {
  LaplaceReference laplace;
  if (object.HasMember("no_mode")) {
    laplace.has_mode = false;
    laplace.messages = texts_of(object["no_mode"]["messages"]);
    return laplace;
  }
  laplace.messages = texts_of(object["messages"]);
  laplace.columns = texts_of(object["columns"]);
  laplace.mode = numbers_of(object["mode"]);
  laplace.hessian = numbers_of(object["hessian"]);
  laplace.spread = spread_of(object);
  return laplace;
}

}  // namespace

ApproximationReference read_approximations(const std::string& posterior) {
  const std::string path = std::string(AUTUMN_TEST_DATA) + "/approximations/" + posterior + ".json";
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  rapidjson::Document document;
  document.Parse(text.str().c_str());
  ApproximationReference reference;
  if (document.HasParseError() || !document.IsObject()) {
    ADD_FAILURE() << "cannot read " << path;
    return reference;
  }
  reference.laplace = laplace_of(document["laplace"]);
  for (const char* method : {"pathfinder", "multipath", "meanfield", "fullrank"}) {
    reference.methods[method] = spread_of(document[method]);
  }
  return reference;
}

double largest_distance(const Quantiles& stan, std::span<const double> ours) {
  std::vector<double> sorted(ours.begin(), ours.end());
  for (double& x : sorted) x = std::isfinite(x) ? x : kLargest;
  std::ranges::sort(sorted);
  double largest = 0.0;
  for (std::size_t k = 0; k < stan.size(); ++k) {
    const double share = static_cast<double>(k + 1) / static_cast<double>(stan.size() + 1);
    const auto [first, last] = std::ranges::equal_range(sorted, stan[k]);
    const auto of = [&](auto at) {
      return static_cast<double>(at - sorted.begin()) / static_cast<double>(sorted.size());
    };
    // Less than the share lies below a quantile, and no less at or below it: ties are no distance.
    largest = std::max({largest, of(first) - share, share - of(last)});
  }
  return largest;
}

double distance_by_chance(double stan_count, double our_count) {
  return std::sqrt(0.5 * std::log(2.0 / kFalseAlarms) * (1.0 / stan_count + 1.0 / our_count));
}

void expect_same_spread(const Spread& stan, const Sample& ours, double failed) {
  double count = 0.0;
  for (const auto& [quantity, quantiles] : stan.quantiles) {
    const auto found = ours.find(quantity);
    ASSERT_NE(found, ours.end()) << quantity;
    count = static_cast<double>(found->second.size());
    ASSERT_GT(count, 0.0) << quantity;
    EXPECT_LT(largest_distance(quantiles, found->second), distance_by_chance(stan.count, count))
        << quantity << ": medians of Stan's and ours " << quantiles[quantiles.size() / 2] << ", "
        << [&] {
             std::vector<double> sorted = found->second;
             std::ranges::sort(sorted);
             return sorted[sorted.size() / 2];
           }();
  }
  const double of_stan = stan.failed / (stan.failed + stan.count);
  const double of_ours = failed / (failed + count);
  EXPECT_LT(of_ours - of_stan, distance_by_chance(stan.failed + stan.count, failed + count))
      << "runs that failed";
}

}  // namespace autumn::models
