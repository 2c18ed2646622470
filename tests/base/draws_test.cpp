// These tests look at the draw table and the names of its columns.
#include "base/draws.h"

#include <gtest/gtest.h>

namespace autumn {
namespace {

TEST(DrawTable, GivesBackRowsAndColumns) {
  DrawTable table({"a", "b"});
  table.append(std::vector<double>{1, 2});
  table.append(std::vector<double>{3, 4});
  EXPECT_EQ(table.rows(), 2U);
  EXPECT_EQ(table.at(1, 0), 3.0);
  EXPECT_EQ(table.column(1), (std::vector<double>{2, 4}));
  EXPECT_EQ(table.row(0)[1], 2.0);
}

TEST(DrawTable, CountsRowsWithoutColumns) {
  DrawTable table((std::vector<std::string>()));
  table.append({});
  table.append({});
  EXPECT_EQ(table.rows(), 2U);
}

TEST(ElementNames, PutTheFirstIndexFastest) {
  const std::vector<std::size_t> none;
  const std::vector<std::size_t> dims{2, 3};
  EXPECT_EQ(element_names("x", none), (std::vector<std::string>{"x"}));
  EXPECT_EQ(element_names("m", dims),
            (std::vector<std::string>{"m.1.1", "m.2.1", "m.1.2", "m.2.2", "m.1.3", "m.2.3"}));
}

TEST(ElementNames, AreNoneForAnEmptyArray) {
  const std::vector<std::size_t> dims{0};
  EXPECT_TRUE(element_names("x", dims).empty());
}

}  // namespace
}  // namespace autumn
