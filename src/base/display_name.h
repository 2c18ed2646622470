// Display names are the names of columns as people write them: `theta.1` of a CSV file is
// `theta[1]` in a table.
#pragma once

#include <string>
#include <string_view>

namespace autumn {

// `m.2.1` -> `m[2,1]`, `z.1.real` -> `z[1].real`, elements of tuples `t:2.1` -> `t.2[1]`; other
// names unchanged.
[[nodiscard]] std::string display_name(std::string_view column);

}  // namespace autumn
