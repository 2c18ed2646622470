// These tests read data in the dump format of R.
#include "trace/data/r_dump.h"

#include <gtest/gtest.h>

#include <limits>

namespace autumn::trace {
namespace {

Data dumped(const std::string& text) {
  auto data = parse_r_dump(text, "d.R");
  EXPECT_TRUE(data.is_ok()) << (data ? "" : data.error().message);
  return data ? data.value() : Data{};
}

TEST(RDump, NumbersVectorsAndRangesAreRead) {
  const Data data = dumped("N <- 3\nx <- c(1.5, -2, 1e3)\n\"k\" <-\n 2:4\ny <- 5L;z = -Inf\n");
  EXPECT_TRUE(data.at("N").is_int);
  EXPECT_TRUE(data.at("N").dims.empty());
  EXPECT_EQ(data.at("x").numbers, (std::vector<double>{1.5, -2.0, 1000.0}));
  EXPECT_FALSE(data.at("x").is_int);
  EXPECT_EQ(data.at("x").first_real, Dims{0});
  EXPECT_EQ(data.at("k").numbers, (std::vector<double>{2, 3, 4}));
  EXPECT_EQ(data.at("k").dims, Dims{3});
  EXPECT_TRUE(data.at("y").is_int);
  EXPECT_EQ(data.at("z").numbers[0], -std::numeric_limits<double>::infinity());
}

TEST(RDump, ARangeDownwardsAndEmptyOnesAreRead) {
  const Data data = dumped("a <- c(3:1, 7)\nb <- integer(0)\nd <- double(2)\n");
  EXPECT_EQ(data.at("a").numbers, (std::vector<double>{3, 2, 1, 7}));
  EXPECT_EQ(data.at("b").dims, Dims{0});
  EXPECT_EQ(data.at("d").numbers, (std::vector<double>{0, 0}));
}

TEST(RDump, AMatrixIsColumnByColumn) {
  const Data data = dumped("m <- structure(c(1, 2, 3, 4, 5, 6), .Dim = c(2L, 3L))  # comment\n");
  EXPECT_EQ(data.at("m").dims, (Dims{2, 3}));
  EXPECT_EQ(data.at("m").numbers, (std::vector<double>{1, 2, 3, 4, 5, 6}));
}

TEST(RDump, AMistakeHasItsPlace) {
  const auto data = parse_r_dump("N <- 3\nx <- oops\n", "d.R");
  ASSERT_FALSE(data.is_ok());
  EXPECT_EQ(data.error().where.line, 2U);
  EXPECT_FALSE(parse_r_dump("m <- structure(c(1, 2), .Dim = c(2, 2))", "d.R").is_ok());
  EXPECT_FALSE(parse_r_dump("x 3", "d.R").is_ok());
}

}  // namespace
}  // namespace autumn::trace
