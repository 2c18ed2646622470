// This file numbers the elements of vectors and matrices that sum to zero.
#include "collapse/forms/tied.h"

#include <algorithm>
#include <cmath>

#include "base/numbers.h"

namespace autumn::collapse {
namespace {

using model::SupportKind;

// Where the numbers of an item stand: rows by columns, in storage `items` apart.
struct ItemPlaces {
  std::size_t rows = 0;
  std::size_t cols = 1;
  std::size_t items = 1;
  std::size_t item = 0;

  [[nodiscard]] std::uint32_t at(std::size_t i, std::size_t j) const {
    return as_u32(item + items * (i + rows * j));
  }
};

TiedItem tied_vector(const ItemPlaces& places) {
  TiedItem result;
  for (std::size_t i = 0; i < places.rows; ++i) result.elements.push_back(places.at(i, 0));
  if (places.rows == 0) return result;
  Tied last{.element = result.elements.back(), .of = result.elements};
  last.of.pop_back();
  result.tied.push_back(std::move(last));
  result.log_volume = 0.5 * std::log(places.rows);
  return result;
}

TiedItem tied_matrix(const ItemPlaces& places) {
  TiedItem result;
  const std::size_t rows = places.rows;
  const std::size_t cols = places.cols;
  for (std::size_t j = 0; j < cols; ++j) {
    for (std::size_t i = 0; i < rows; ++i) result.elements.push_back(places.at(i, j));
  }
  if (result.elements.empty()) return result;
  Tied corner{.element = places.at(rows - 1, cols - 1), .sign = 1.0, .of = {}};
  for (std::size_t j = 0; j + 1 < cols; ++j) {
    Tied below{.element = places.at(rows - 1, j), .of = {}};
    for (std::size_t i = 0; i + 1 < rows; ++i) below.of.push_back(places.at(i, j));
    corner.of.insert(corner.of.end(), below.of.begin(), below.of.end());
    result.tied.push_back(std::move(below));
  }
  for (std::size_t i = 0; i + 1 < rows; ++i) {
    Tied beside{.element = places.at(i, cols - 1), .of = {}};
    for (std::size_t j = 0; j + 1 < cols; ++j) beside.of.push_back(places.at(i, j));
    result.tied.push_back(std::move(beside));
  }
  result.tied.push_back(std::move(corner));
  const auto less_one = [](std::size_t n) { return static_cast<double>(n) - 1.0; };
  result.log_volume = 0.5 * (less_one(cols) * std::log(rows) + less_one(rows) * std::log(cols));
  return result;
}

}  // namespace

std::vector<TiedItem> tied_items(const model::Variable& variable) {
  const SupportKind kind = variable.support.kind;
  const bool is_matrix = kind == SupportKind::kSumToZeroMatrix;
  if (kind != SupportKind::kSumToZero && !is_matrix) return {};
  std::vector<std::size_t> dims = variable.dims;
  ItemPlaces places;
  if (is_matrix) {
    places.cols = dims.back();
    dims.pop_back();
  }
  places.rows = dims.back();
  dims.pop_back();
  for (const std::size_t extent : dims) places.items *= extent;
  std::vector<TiedItem> result;
  for (places.item = 0; places.item < places.items; ++places.item) {
    result.push_back(is_matrix ? tied_matrix(places) : tied_vector(places));
  }
  return result;
}

ElementSet with_whole_items(const model::Model& model, ElementSet set) {
  for (std::size_t v = 0; v < model.variables.size(); ++v) {
    for (const TiedItem& item : tied_items(model.variables[v])) {
      const auto is_in = [&](std::uint32_t e) { return set.contains(v, e); };
      if (std::ranges::none_of(item.elements, is_in)) continue;
      for (const std::uint32_t e : item.elements) set.insert(v, e);
    }
  }
  return set;
}

}  // namespace autumn::collapse
