// The order of columns in files is CmdStan's: the engine keeps tuples and complex numbers leaf by
// leaf, files have them element by element.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace autumn {

// Column k of a file is column order[k] of the table; empty if both are the same. Of an array of
// tuples `a` a file has `a.1:1`, `a.1:2`, `a.2:1`, ..., of a complex vector `z.1.real`, `z.1.imag`,
// `z.2.real`, ... (stanc3's test/integration/good/tuples/cpp.expected, constrained_param_names).
[[nodiscard]] std::vector<std::size_t> file_order(std::span<const std::string> columns);

// The columns in the order of a file.
[[nodiscard]] std::vector<std::string> in_file_order(std::span<const std::string> columns);

}  // namespace autumn
