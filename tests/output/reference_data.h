// This header reads the draws and the numbers that make_posterior_reference.R wrote.
#pragma once

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace autumn::output {

// Fields of every line after the comments and the line of names.
inline std::vector<std::vector<std::string>> read_table(const std::string& file) {
  std::ifstream stream(std::string(AUTUMN_TEST_DATA) + "/" + file);
  std::vector<std::vector<std::string>> rows;
  bool has_names = false;
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with('#')) continue;
    std::vector<std::string> fields;
    std::istringstream parts(line);
    for (std::string field; std::getline(parts, field, ',');) fields.push_back(field);
    if (has_names) rows.push_back(std::move(fields));
    has_names = true;
  }
  return rows;
}

inline double number(const std::string& text) {
  return std::strtod(text.c_str(), nullptr);
}

struct ReferenceCase {
  std::vector<double> values;  // chain after chain
  std::size_t chains = 0;
  std::map<std::string, double> quantities;
};

inline std::map<std::string, ReferenceCase> reference_cases() {
  std::map<std::string, ReferenceCase> cases;
  for (const auto& row : read_table("posterior_draws.csv")) {
    ReferenceCase& c = cases[row[0]];
    c.values.push_back(number(row[2]));
    c.chains = std::strtoul(row[1].c_str(), nullptr, 10);
  }
  for (const auto& row : read_table("posterior_reference.csv"))
    cases[row[0]].quantities[row[1]] = number(row[2]);
  return cases;
}

}  // namespace autumn::output
