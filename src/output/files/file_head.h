// The head of a file of draws is replaced where a run is to have more draws than it promised.
#pragma once

#include <cstdint>
#include <string>

#include "output/files/draw_writer.h"

namespace autumn::output {

// How many bytes the head of this file has. An error if the file cannot be read, or has none.
[[nodiscard]] Result<std::uint64_t> head_size(Format format, const std::string& path);

// Gives the file this head, if it has another one, and so many of the bytes behind it. The file is
// replaced as a whole; an error leaves it as it was.
[[nodiscard]] Status set_head(Format format, const std::string& path, const std::string& head,
                              std::uint64_t bytes);

}  // namespace autumn::output
