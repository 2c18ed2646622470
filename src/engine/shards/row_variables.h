// Which data of a program are divided by rows, and whether a program may be: what it says of rows
// outside of its density would be said of some of them only.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "stan/syntax/ast.h"

namespace autumn::engine {

// Variables of the data block whose first size is the number of rows, and nothing else is.
struct RowVariables {
  std::string count;  // the variable that is the number of rows
  std::vector<std::string> names;
};

// An error if the data block uses the number of rows in other ways, if no variable has rows, or if
// parameters, transformed parameters or generated quantities read what has.
[[nodiscard]] Result<RowVariables> find_row_variables(const stan::Program& program,
                                                      const std::string& count);

}  // namespace autumn::engine
