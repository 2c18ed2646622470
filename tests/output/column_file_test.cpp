// These tests read columns of numbers from CSV files.
#include "output/files/column_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

namespace autumn::output {
namespace {

class Columns : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }

  Result<ColumnFile> read(const std::string& text) const {
    std::ofstream(path_, std::ios::binary) << text;
    return read_columns(path_);
  }
  void expect_error(const std::string& text, const std::string& part, std::uint32_t line) const {
    const auto file = read(text);
    ASSERT_FALSE(file) << text;
    EXPECT_NE(file.error().message.find(part), std::string::npos) << file.error().message;
    EXPECT_EQ(file.error().where.line, line) << text;
  }

  std::string path_ = (std::filesystem::temp_directory_path() /
                       ("autumn_columns_" + std::to_string(::getpid()) + ".csv"))
                          .string();
};

TEST_F(Columns, AreVectorsAndMatricesInTheOrderOfTheFile) {
  const auto file = read("\"y\", X.2,X.1 ,z\r\n1,2.5,-3,NaN\r\n\n# a remark\n0,4,+5,-inf\n2,6,7,8");
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file.value().rows, 3U);
  const auto& variables = file.value().variables;
  ASSERT_EQ(variables.size(), 3U);
  EXPECT_EQ(variables[0].name, "y");
  EXPECT_EQ(variables[0].dims, (std::vector<std::size_t>{3}));
  EXPECT_TRUE(variables[0].is_int);
  EXPECT_EQ(variables[0].numbers, (std::vector<double>{1, 0, 2}));
  EXPECT_EQ(variables[1].name, "X");
  EXPECT_EQ(variables[1].dims, (std::vector<std::size_t>{3, 2}));
  EXPECT_FALSE(variables[1].is_int);
  EXPECT_EQ(variables[1].numbers, (std::vector<double>{-3, 5, 7, 2.5, 4, 6}));
  EXPECT_TRUE(std::isnan(variables[2].numbers[0]));
  EXPECT_EQ(variables[2].numbers[1], -INFINITY);
}

TEST_F(Columns, HaveUnderscoresForDots) {
  const auto file = read("Sepal.Length,Petal.Width.2,Petal.Width.1,y\n1,2,3,4\n");
  ASSERT_TRUE(file) << file.error().message;
  const auto& variables = file.value().variables;
  ASSERT_EQ(variables.size(), 3U);
  EXPECT_EQ(variables[0].name, "Sepal_Length");
  EXPECT_EQ(variables[0].given, "Sepal.Length");
  EXPECT_EQ(variables[0].numbers, (std::vector<double>{1}));
  EXPECT_EQ(variables[1].name, "Petal_Width");
  EXPECT_EQ(variables[1].numbers, (std::vector<double>{3, 2}));
  EXPECT_EQ(variables[2].given, "y");
}

TEST_F(Columns, OfOneNameWithoutDotsAreRefused) {
  expect_error("a.b,a_b\n1,2\n", "the columns `a.b` and `a_b` would both be called `a_b`", 1);
  expect_error("a_b.1,a.b.1\n1,2\n", "would both be called `a_b`", 1);
}

TEST_F(Columns, OfManyPiecesOfAFileAreRead) {
  std::string text = "a,b\n";
  for (int i = 0; i < 300000; ++i) text += std::to_string(i) + "," + std::to_string(-i) + ".5\n";
  const auto file = read(text);
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_EQ(file.value().rows, 300000U);
  EXPECT_EQ(file.value().variables[0].numbers[299999], 299999.0);
  EXPECT_EQ(file.value().variables[1].numbers[200001], -200001.5);
}

TEST_F(Columns, ThatAreNoNumbersAreErrorsWithTheirLine) {
  expect_error("a,b\n1,2\n3,NA\n", "`NA` in column `b`", 3);
  expect_error("a,b\n1,\n", "`` in column `b`", 2);
  expect_error("a,b\n1\n", "there is 1 field, but 2 columns", 2);
  expect_error("a,b\n1,2,3\n", "more fields than the 2 columns", 2);
  expect_error("a\n1,2\n", "more fields than the 1 column", 2);
  expect_error("a;b\n1;2\n", "`1;2`", 2);
  expect_error("a\n\x1b[31m\n", "\\x1b", 2);
  expect_error("a,a\n1,2\n", "two columns", 1);
  expect_error("X.1,X.3\n1,2\n", "`X.2` is missing", 1);
  expect_error("X,X.1\n1,2\n", "cannot be one variable", 1);
  expect_error("X.1,X.01\n1,2\n", "two columns", 1);
  expect_error("a,,b\n1,2,3\n", "no name", 1);
  expect_error("", "empty", 0);
  expect_error("a\n0x10\n", "not a number", 2);
  expect_error("a\n1 2\n", "not a number", 2);
}

TEST_F(Columns, HaveNamesThatVariablesMayHave) {
  for (const char* name :
       {"a b", "X.0", "X.1.1", "1x", "_x", ".1", "x-y", "a..b", "a.", "a.b c", "a._b"}) {
    expect_error(std::string(name) + "\n1\n", "no name that a variable", 1);
  }
  EXPECT_TRUE(is_name("x_1"));
  EXPECT_FALSE(is_name(""));
}

TEST_F(Columns, OfWholeNumbersThatAreTooLargeAreNoIntegers) {
  const auto file = read("a,b,c\n2147483648,2147483647,1e3\n");
  ASSERT_TRUE(file);
  EXPECT_FALSE(file.value().variables[0].is_int);
  EXPECT_TRUE(file.value().variables[1].is_int);
  EXPECT_FALSE(file.value().variables[2].is_int);
}

TEST_F(Columns, WithoutRowsAreEmpty) {
  const auto file = read("a,X.1,X.2\n");
  ASSERT_TRUE(file);
  EXPECT_EQ(file.value().rows, 0U);
  EXPECT_EQ(file.value().variables[1].dims, (std::vector<std::size_t>{0, 2}));
}

}  // namespace
}  // namespace autumn::output
