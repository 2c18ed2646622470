// This file numbers the elements of vectors and matrices that sum to zero, and adds them up.
#include "collapse/forms/running_sums.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/numbers.h"

namespace autumn::collapse {
namespace {

using model::SupportKind;

}  // namespace

std::vector<std::uint32_t> SummedItem::tied() const {
  std::vector<std::uint32_t> found;
  for (std::size_t j = 0; j < cols; ++j) {
    for (std::size_t i = 0; i < rows; ++i) {
      if (!is_free(i, j)) found.push_back(at(i, j));
    }
  }
  return found;
}

// The differences of n - 1 sums that begin and end at zero have a Gram matrix with determinant n.
double SummedItem::log_volume() const {
  if (end == SumEnd::kFree || elements.empty()) return 0.0;
  const auto log_of = [](std::size_t n) { return std::log(static_cast<double>(n)); };
  if (!is_matrix) return 0.5 * log_of(rows);
  return 0.5 * (static_cast<double>(cols - 1) * log_of(rows) +
                static_cast<double>(rows - 1) * log_of(cols));
}

std::vector<SummedEntry> entries_of(const SummedItem& item) {
  std::vector<SummedEntry> entries;
  for (std::size_t j = 0; j < item.cols; ++j) {
    for (std::size_t i = 0; i < item.rows; ++i) {
      for (std::size_t a = 0; a <= std::min<std::size_t>(i, 1); ++a) {
        for (std::size_t b = 0; b <= std::min<std::size_t>(j, 1); ++b) {
          if (!item.is_free(i - a, j - b)) continue;
          entries.push_back({item.at(i, j), item.at(i - a, j - b), a == b ? 1.0 : -1.0});
        }
      }
    }
  }
  return entries;
}

void to_sums(const SummedItem& item, std::span<double> numbers) {
  for (std::size_t j = 0; j < item.cols; ++j) {
    for (std::size_t i = 1; i < item.rows; ++i) {
      numbers[item.at(i, j)] += numbers[item.at(i - 1, j)];
    }
  }
  for (std::size_t i = 0; i < item.rows; ++i) {
    for (std::size_t j = 1; j < item.cols; ++j) {
      numbers[item.at(i, j)] += numbers[item.at(i, j - 1)];
    }
  }
}

void from_sums(const SummedItem& item, std::span<double> numbers) {
  for (const std::uint32_t e : item.tied()) numbers[e] = 0.0;
  // From the last to the first, so that what is subtracted is still a sum.
  for (std::size_t j = 0; j < item.cols; ++j) {
    for (std::size_t i = item.rows; i-- > 1;) {
      numbers[item.at(i, j)] -= numbers[item.at(i - 1, j)];
    }
  }
  for (std::size_t i = 0; i < item.rows; ++i) {
    for (std::size_t j = item.cols; j-- > 1;) {
      numbers[item.at(i, j)] -= numbers[item.at(i, j - 1)];
    }
  }
}

std::vector<SummedItem> zero_sums(const model::Variable& variable, std::size_t number) {
  const SupportKind kind = variable.support.kind;
  const bool is_matrix = kind == SupportKind::kSumToZeroMatrix;
  if (kind != SupportKind::kSumToZero && !is_matrix) return {};
  std::vector<std::size_t> dims = variable.dims;
  SummedItem item;
  item.variable = number;
  item.is_matrix = is_matrix;
  if (is_matrix) {
    item.cols = dims.back();
    dims.pop_back();
  }
  item.rows = dims.back();
  dims.pop_back();
  std::size_t items = 1;
  for (const std::size_t extent : dims) items *= extent;
  std::vector<SummedItem> result;
  for (std::size_t k = 0; k < items; ++k) {
    item.elements.clear();
    for (std::size_t p = 0; p < item.rows * item.cols; ++p) {
      item.elements.push_back(as_u32(k + items * p));
    }
    result.push_back(item);
  }
  return result;
}

std::vector<SummedItem> zero_sums(const model::Model& model) {
  std::vector<SummedItem> all;
  for (std::size_t v = 0; v < model.variables.size(); ++v) {
    for (SummedItem& item : zero_sums(model.variables[v], v)) all.push_back(std::move(item));
  }
  return all;
}

ElementSet with_whole_items(const model::Model& model, ElementSet set) {
  for (const SummedItem& item : zero_sums(model)) {
    const auto is_in = [&](std::uint32_t e) { return set.contains(item.variable, e); };
    if (std::ranges::none_of(item.elements, is_in)) continue;
    for (const std::uint32_t e : item.elements) set.insert(item.variable, e);
  }
  return set;
}

}  // namespace autumn::collapse
