// This header writes the indices of elements as people do: from 1, in ranges.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace autumn::explainer {

// The indices of an element (counted from 0, first index fastest), each counted from 1.
[[nodiscard]] std::vector<std::size_t> indices_of(std::uint32_t element,
                                                  std::span<const std::size_t> dims);

// {"1:2", "4:8"}, or {"1:3,1:2", "2,4"} for several dimensions: boxes that together are exactly the
// elements, which are given in increasing order.
[[nodiscard]] std::vector<std::string> index_ranges(std::span<const std::uint32_t> elements,
                                                    std::span<const std::size_t> dims);

}  // namespace autumn::explainer
