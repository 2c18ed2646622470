// These tests look at the names and the order of the columns of tuples and complex numbers, as
// stanc3's expected programs have them.
#include "base/column_order.h"

#include <gtest/gtest.h>

#include "base/display_name.h"
#include "base/draws.h"

namespace autumn {
namespace {

using Names = std::vector<std::string>;

Names columns_of(const std::vector<std::pair<std::string, std::vector<std::size_t>>>& leaves) {
  Names columns;
  for (const auto& [name, dims] : leaves) {
    for (std::string& column : element_names(name, dims)) columns.push_back(std::move(column));
  }
  return columns;
}

TEST(ElementNames, HavePlacesForLeadingIndices) {
  EXPECT_EQ(columns_of({{"t:2", {2}}}), (Names{"t:2.1", "t:2.2"}));
  EXPECT_EQ(columns_of({{"a[]:2", {2, 2}}}), (Names{"a.1:2.1", "a.2:2.1", "a.1:2.2", "a.2:2.2"}));
  EXPECT_EQ(columns_of({{"a[,]:2[]:1", {1, 2, 1}}}), (Names{"a.1.1:2.1:1", "a.1.2:2.1:1"}));
  EXPECT_EQ(columns_of({{"z[].real", {2}}}), (Names{"z.1.real", "z.2.real"}));
}

TEST(ColumnOrder, IsElementByElement) {
  const Names columns = columns_of({{"x", {2}},
                                    {"a[]:1", {2}},
                                    {"a[]:2", {2, 2}},
                                    {"z[].real", {2}},
                                    {"z[].imag", {2}},
                                    {"y", {}}});
  EXPECT_EQ(in_file_order(columns),
            (Names{"x.1", "x.2", "a.1:1", "a.1:2.1", "a.1:2.2", "a.2:1", "a.2:2.1", "a.2:2.2",
                   "z.1.real", "z.1.imag", "z.2.real", "z.2.imag", "y"}));
}

TEST(ColumnOrder, OfPlainVariablesAndLoneTuplesIsThatOfTheTable) {
  EXPECT_TRUE(file_order(columns_of({{"x", {2, 12}}, {"t:1", {}}, {"t:2", {2, 2}}})).empty());
  EXPECT_TRUE(file_order(columns_of({{"z.real", {}}, {"z.imag", {}}})).empty());
}

TEST(ColumnOrder, HasTheFirstIndexFastest) {
  EXPECT_EQ(in_file_order(columns_of({{"z[,].real", {2, 2}}, {"z[,].imag", {2, 2}}})),
            (Names{"z.1.1.real", "z.1.1.imag", "z.2.1.real", "z.2.1.imag", "z.1.2.real",
                   "z.1.2.imag", "z.2.2.real", "z.2.2.imag"}));
}

}  // namespace
}  // namespace autumn
