// These tests look at the list of distributions: complete entries under their own names.
#include "dist/list.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace autumn::dist {
namespace {

TEST(DistributionList, NamesEachFunctionAfterItsDistribution){
#define AUTUMN_X(function) EXPECT_EQ(function().name, #function);
    AUTUMN_DISTRIBUTIONS(AUTUMN_X)
#undef AUTUMN_X
}

TEST(DistributionList, HasFiftyDistributionsOfDifferentNames) {
  std::set<std::string_view> names;
  for (const Distribution* d : all_distributions()) names.insert(d->name);
  EXPECT_EQ(all_distributions().size(), 50U);
  EXPECT_EQ(names.size(), 50U);
}

TEST(DistributionList, FindsEveryDistributionByName) {
  for (const Distribution* d : all_distributions()) EXPECT_EQ(find(d->name), d) << d->name;
  EXPECT_EQ(find("normal"), &normal());
  EXPECT_EQ(find("normall"), nullptr);
  EXPECT_EQ(find(""), nullptr);
}

TEST(DistributionList, HasDensityAndSamplerForEach) {
  for (const Distribution* d : all_distributions()) {
    EXPECT_NE(d->log_density, nullptr) << d->name;
    EXPECT_NE(d->draw, nullptr) << d->name;
    EXPECT_EQ(d->log_cdf == nullptr, d->log_ccdf == nullptr) << d->name;
  }
}

TEST(DistributionList, NamesVariatesAndArguments) {
  for (const Distribution* d : all_distributions()) {
    EXPECT_FALSE(d->variate.name.empty()) << d->name;
    std::set<std::string_view> names{d->variate.name};
    for (const Argument& argument : d->arguments) {
      EXPECT_FALSE(argument.name.empty()) << d->name;
      EXPECT_TRUE(names.insert(argument.name).second) << d->name << ": " << argument.name;
    }
    EXPECT_EQ(d->arguments.empty(), d->name == "std_normal") << d->name;
  }
}

TEST(DistributionList, GivesArrayDomainsToArraysOnly) {
  const auto fits = [](const Argument& a) {
    return is_elementwise(a.domain) || a.item != Item::kScalar;
  };
  for (const Distribution* d : all_distributions()) {
    EXPECT_TRUE(fits(d->variate)) << d->name;
    for (const Argument& a : d->arguments) EXPECT_TRUE(fits(a)) << d->name << ": " << a.name;
  }
}

}  // namespace
}  // namespace autumn::dist
