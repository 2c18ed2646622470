// This file indexes values: it finds places per dimension, then all combinations, first dimension
// fastest.
#include "trace/indexing.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "base/words.h"
#include "trace/machine.h"

namespace autumn::trace {

std::uint32_t checked_place(double place, std::size_t extent, std::size_t dimension) {
  if (!(place >= 1.0 && place <= static_cast<double>(extent))) {
    fail(fmt::format("index {} is out of range: dimension {} has {}", place, dimension + 1,
                     counted(extent, "element")),
         "indices count from 1");
  }
  return static_cast<std::uint32_t>(place) - 1;
}

namespace {

// The places taken along one dimension, from 0.
struct Axis {
  std::vector<std::uint32_t> places;
  bool stays = true;
};

Axis axis_of(const Subscript& place, std::size_t extent, std::size_t dimension) {
  Axis axis;
  if (const auto* single = std::get_if<SingleSubscript>(&place)) {
    axis.places = {checked_place(single->place, extent, dimension)};
    axis.stays = false;
  } else if (const auto* list = std::get_if<SubscriptList>(&place)) {
    for (const double x : list->places) axis.places.push_back(checked_place(x, extent, dimension));
  } else {
    const auto& range = std::get<SubscriptRange>(place);
    const double low = range.low.value_or(1.0);
    const double high = range.high.value_or(static_cast<double>(extent));
    // An empty range needs no places, wherever it lies.
    for (double x = low; x <= high; ++x) axis.places.push_back(checked_place(x, extent, dimension));
  }
  return axis;
}

Axis whole_axis(std::size_t extent) {
  Axis axis;
  for (std::uint32_t i = 0; i < extent; ++i) axis.places.push_back(i);
  return axis;
}

// All single: the usual element of a loop, without any list.
std::optional<Selection> select_element(const Dims& dims, std::span<const Subscript> places) {
  if (places.size() != dims.size()) return std::nullopt;
  std::size_t offset = 0;
  std::size_t stride = 1;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    const auto* single = std::get_if<SingleSubscript>(&places[d]);
    if (single == nullptr) return std::nullopt;
    offset += stride * checked_place(single->place, dims[d], d);
    stride *= dims[d];
  }
  return Selection{expr::Index::range(static_cast<std::uint32_t>(offset), 1), {}};
}

}  // namespace

Selection select(const Dims& dims, std::span<const Subscript> places) {
  AUTUMN_CHECK(places.size() <= dims.size(), "there are no more indices than dimensions");
  if (auto element = select_element(dims, places)) return *std::move(element);
  // A single place in front of whole dimensions is a range with a step: rows of matrices, elements
  // of arrays of vectors.
  Selection selection;
  std::vector<std::uint32_t> index{0};
  std::size_t stride = 1;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    const Axis axis = d < places.size() ? axis_of(places[d], dims[d], d) : whole_axis(dims[d]);
    std::vector<std::uint32_t> next;
    next.reserve(index.size() * axis.places.size());
    for (const std::uint32_t place : axis.places) {
      const auto shift = static_cast<std::uint32_t>(stride * place);
      for (const std::uint32_t before : index) next.push_back(before + shift);
    }
    index = std::move(next);
    if (axis.stays) selection.dims.push_back(axis.places.size());
    stride *= dims[d];
  }
  selection.index = expr::Index::list(std::move(index));
  return selection;
}

}  // namespace autumn::trace
