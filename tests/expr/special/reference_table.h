// This header reads tables of high-precision reference values (made by
// data/special/make_tables.py) and compares with them.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

namespace autumn::special {

inline constexpr double kU = 1.1102230246251565e-16;  // 2^-53

struct ReferenceRow {
  std::vector<double> arguments;
  long double value = 0;
};

enum class ErrorScale {
  kRelative,  // to |value|
  kFromOne,   // to max(1, |value|)
};

// The rows of one function. A table that is missing or has no such rows fails the test.
inline std::vector<ReferenceRow> reference_rows(const std::string& table, const std::string& name) {
  std::ifstream file(std::string(AUTUMN_TEST_DATA "/special/") + table);
  std::vector<ReferenceRow> rows;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word != name) continue;
    std::vector<std::string> rest;
    while (words >> word) rest.push_back(word);
    ReferenceRow row;
    row.value = std::strtold(rest.back().c_str(), nullptr);
    rest.pop_back();
    for (const std::string& text : rest)
      row.arguments.push_back(std::strtod(text.c_str(), nullptr));
    rows.push_back(row);
  }
  EXPECT_FALSE(rows.empty()) << name << " is not in " << table;
  return rows;
}

inline double call(const std::function<double(double)>& f, const std::vector<double>& v) {
  return f(v.at(0));
}
inline double call(const std::function<double(double, double)>& f, const std::vector<double>& v) {
  return f(v.at(0), v.at(1));
}
inline double call(const std::function<double(double, double, double)>& f,
                   const std::vector<double>& v) {
  return f(v.at(0), v.at(1), v.at(2));
}

inline double error_of(double value, long double expected, ErrorScale scale) {
  const long double size = std::abs(expected);
  const long double unit = scale == ErrorScale::kFromOne && size < 1 ? 1 : size;
  if (static_cast<double>(expected) == value) return 0;
  return static_cast<double>(std::abs(value - expected) / unit);
}

// Every row within `tolerance`; the worst error is recorded as a property of the test and printed
// if it fails.
template <typename Function>
void expect_matches_table(const std::string& table, const std::string& name, Function function,
                          double tolerance, ErrorScale scale = ErrorScale::kRelative) {
  double worst = 0;
  std::string where;
  for (const ReferenceRow& row : reference_rows(table, name)) {
    const double value = call(std::function(function), row.arguments);
    const double error = error_of(value, row.value, scale);
    if (error <= worst) continue;
    worst = error;
    std::ostringstream text;
    text.precision(17);
    for (const double argument : row.arguments) text << argument << ' ';
    text << "gave " << value << ", expected " << static_cast<double>(row.value);
    where = text.str();
    if (std::isnan(error)) break;
  }
  ::testing::Test::RecordProperty(name, std::to_string(worst / kU) + " u");
  EXPECT_LE(worst, tolerance) << name << " at " << where;
}

}  // namespace autumn::special
