// A table file is a CSV file of a method other than sampling: comments, names, rows and comments.
#pragma once

#include <string>

#include "base/draws.h"
#include "base/error.h"

namespace autumn::output {

// Comments are whole lines, each with its `#` and its end.
struct TableFile {
  std::string head;         // before the names of the columns
  std::string after_names;  // between these and the first row
  std::string tail;         // after the last row
  int precision = 8;        // significant digits; -1: six
};

[[nodiscard]] Status write_table(const std::string& path, const TableFile& file,
                                 const DrawTable& rows);

}  // namespace autumn::output
