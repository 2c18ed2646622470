// This file writes indices as ranges, dimension by dimension: equal slices that follow each other
// become one.
#include "explain/indices.h"

#include <fmt/format.h>

#include <algorithm>

namespace autumn::explainer {
namespace {

std::string range_text(std::size_t first, std::size_t last) {
  return first == last ? fmt::format("{}", first) : fmt::format("{}:{}", first, last);
}

std::vector<std::string> line_ranges(std::span<const std::uint32_t> elements) {
  std::vector<std::string> ranges;
  for (std::size_t i = 0; i < elements.size();) {
    std::size_t end = i + 1;
    while (end < elements.size() && elements[end] == elements[end - 1] + 1) ++end;
    ranges.push_back(range_text(elements[i] + 1, elements[end - 1] + 1));
    i = end;
  }
  return ranges;
}

}  // namespace

std::vector<std::size_t> indices_of(std::uint32_t element, std::span<const std::size_t> dims) {
  std::vector<std::size_t> indices;
  std::size_t rest = element;
  for (const std::size_t extent : dims) {
    indices.push_back(rest % extent + 1);
    rest /= extent;
  }
  return indices;
}

std::vector<std::string> index_ranges(std::span<const std::uint32_t> elements,
                                      std::span<const std::size_t> dims) {
  if (dims.size() <= 1) return line_ranges(elements);
  const auto inner = dims.first(dims.size() - 1);
  std::size_t stride = 1;
  for (const std::size_t extent : inner) stride *= extent;
  struct Slice {
    std::size_t first;
    std::size_t last;
    std::vector<std::string> ranges;
  };
  std::vector<Slice> slices;
  for (std::size_t i = 0; i < elements.size();) {
    const std::size_t k = elements[i] / stride;
    std::vector<std::uint32_t> part;
    for (; i < elements.size() && elements[i] / stride == k; ++i) {
      part.push_back(static_cast<std::uint32_t>(elements[i] % stride));
    }
    std::vector<std::string> ranges = index_ranges(part, inner);
    if (!slices.empty() && slices.back().last + 1 == k && slices.back().ranges == ranges) {
      slices.back().last = k;
    } else {
      slices.push_back({k, k, std::move(ranges)});
    }
  }
  std::vector<std::string> all;
  for (const Slice& slice : slices) {
    for (const std::string& range : slice.ranges) {
      all.push_back(range + "," + range_text(slice.first + 1, slice.last + 1));
    }
  }
  return all;
}

}  // namespace autumn::explainer
