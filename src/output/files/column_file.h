// Columns of numbers in a CSV file, as programs have their data: a head of names, and rows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace autumn::output {

// `y` is one column, and `X.1`, `X.2`, ... are the columns of one matrix. Stan has no dots in
// names, as R has them: `Sepal.Length` is `Sepal_Length`.
struct NumberColumns {
  std::string name;
  std::string given;              // in the file, without numbers
  std::vector<std::size_t> dims;  // (rows), or (rows, columns)
  bool is_int = true;             // every number is written as an integer of 32 bits
  std::vector<double> numbers;    // column by column
};

struct ColumnFile {
  std::size_t rows = 0;
  std::vector<NumberColumns> variables;  // as they come
};

// Whether variables of Stan may be called so.
[[nodiscard]] bool is_name(std::string_view text);

// The text of the file is never in memory as a whole.
[[nodiscard]] Result<ColumnFile> read_columns(const std::string& path);

}  // namespace autumn::output
