// A case is a program with its data, as the generators make them and the shrinker makes them
// smaller.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace autumn::laws {

// One variable of the data block. Numbers are in the order of JSON: the last index is the fastest.
struct Datum {
  std::string name;
  std::vector<std::string> sizes = {};  // names of other data, each the length of one dimension
  std::vector<std::size_t> dims = {};   // their values; none for a lone number
  std::vector<double> numbers = {};
  bool is_int = false;
  std::string limit = {};  // the name of the size that its numbers count up to, if it is an index

  bool operator==(const Datum&) const = default;
};

struct Case {
  std::string program;
  std::vector<Datum> data;

  bool operator==(const Case&) const = default;
};

[[nodiscard]] std::string to_json(const std::vector<Datum>& data);

// The same data with row `row` of everything that has the size `name` left out.
[[nodiscard]] std::vector<Datum> without_row(const std::vector<Datum>& data,
                                             const std::string& name, std::size_t row);

}  // namespace autumn::laws
