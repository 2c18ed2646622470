// This file compresses rows: those of one pattern by dense factors, and what remains by sparse
// elimination.
#include "gaussian/compress.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <unordered_map>

#include "base/error.h"
#include "gaussian/dense_factor.h"
#include "gaussian/eliminate.h"

namespace autumn::gaussian {
namespace {

std::span<const std::uint32_t> columns_of(const SparseRows& rows, std::size_t i) {
  return std::span(rows.column)
      .subspan(rows.row_starts[i], rows.row_starts[i + 1] - rows.row_starts[i]);
}

std::span<const double> values_of(const SparseRows& rows, std::size_t i) {
  return std::span(rows.value)
      .subspan(rows.row_starts[i], rows.row_starts[i + 1] - rows.row_starts[i]);
}

void add_entry(SparseRows& rows, std::uint32_t column, double value) {
  if (value == 0.0) return;
  rows.column.push_back(column);
  rows.value.push_back(value);
}

// The entry of a factor, unless it is noise.
void add_if_said(SparseRows& rows, std::uint32_t column, double value,
                 std::span<const double> noise) {
  if (!(std::abs(value) <= noise[column])) add_entry(rows, column, value);
}

void end_row(SparseRows& rows) {
  // A row of zeros says nothing.
  if (rows.column.size() == rows.row_starts.back()) return;
  rows.row_starts.push_back(static_cast<std::uint32_t>(rows.column.size()));
}

// Columns rise, each once, and no zeros.
SparseRows tidy(const SparseRows& rows) {
  SparseRows out{.columns = rows.columns};
  out.column.reserve(rows.column.size());
  out.value.reserve(rows.value.size());
  std::vector<std::pair<std::uint32_t, double>> entries;
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const auto columns = columns_of(rows, i);
    const auto values = values_of(rows, i);
    entries.clear();
    for (std::size_t k = 0; k < columns.size(); ++k) entries.emplace_back(columns[k], values[k]);
    const auto by_column = [](const auto& x, const auto& y) { return x.first < y.first; };
    if (!std::ranges::is_sorted(entries, by_column)) std::ranges::stable_sort(entries, by_column);
    for (std::size_t k = 0; k < entries.size();) {
      const std::uint32_t column = entries[k].first;
      double sum = 0.0;
      for (; k < entries.size() && entries[k].first == column; ++k) sum += entries[k].second;
      add_entry(out, column, sum);
    }
    end_row(out);
  }
  return out;
}

// Rows that have the same columns (or are treated so) with the factor of all of them.
struct PatternGroup {
  std::vector<std::uint32_t> columns;
  std::vector<std::uint32_t> rows;
};

std::uint64_t hash_of(std::span<const std::uint32_t> columns) {
  std::uint64_t hash = 0xcbf29ce484222325U;  // FNV-1a
  for (const std::uint32_t column : columns) hash = (hash ^ column) * 0x100000001b3U;
  return hash;
}

std::vector<PatternGroup> one_group(const SparseRows& rows) {
  PatternGroup all{std::vector<std::uint32_t>(rows.columns),
                   std::vector<std::uint32_t>(rows.rows())};
  std::iota(all.columns.begin(), all.columns.end(), 0U);
  std::iota(all.rows.begin(), all.rows.end(), 0U);
  return {std::move(all)};
}

// Dense data are one group, zeros or not: rows with zeros here and there would each be a pattern.
std::vector<PatternGroup> groups_of(const SparseRows& rows) {
  constexpr std::size_t kDense = 4;  // one number in so many
  if (rows.column.size() * kDense >= rows.rows() * rows.columns) return one_group(rows);
  std::vector<PatternGroup> groups;
  std::unordered_multimap<std::uint64_t, std::size_t> by_hash;
  for (std::uint32_t i = 0; i < rows.rows(); ++i) {
    const auto columns = columns_of(rows, i);
    const auto [first, last] = by_hash.equal_range(hash_of(columns));
    const auto found = std::find_if(first, last, [&](const auto& candidate) {
      return std::ranges::equal(groups[candidate.second].columns, columns);
    });
    if (found != last) {
      groups[found->second].rows.push_back(i);
      continue;
    }
    by_hash.emplace(hash_of(columns), groups.size());
    groups.push_back({{columns.begin(), columns.end()}, {i}});
  }
  return groups;
}

void copy_rows(const SparseRows& rows, const PatternGroup& group, SparseRows& out) {
  for (const std::uint32_t i : group.rows) {
    const auto columns = columns_of(rows, i);
    const auto values = values_of(rows, i);
    out.column.insert(out.column.end(), columns.begin(), columns.end());
    out.value.insert(out.value.end(), values.begin(), values.end());
    end_row(out);
  }
}

// What of each column an orthogonal elimination leaves where in exact arithmetic it would leave
// zero: its errors are about epsilon times the norm of the column (Higham 2002, section 19.3), and
// grow with the root of the number of rows. Zero in the place of a smaller number is as good an
// answer, and rows of such numbers, which say nothing, go away: whoever took one for a row that
// means something would divide by rounding.
std::vector<double> noise_of(const SparseRows& rows) {
  constexpr double kTimes = 8.0;
  std::vector<double> squares(rows.columns, 0.0);
  for (std::size_t e = 0; e < rows.column.size(); ++e) {
    squares[rows.column[e]] += rows.value[e] * rows.value[e];
  }
  const double part = kTimes * std::numeric_limits<double>::epsilon() *
                      std::sqrt(static_cast<double>(rows.rows()) + 16.0);
  for (double& x : squares) x = part * std::sqrt(x);
  return squares;
}

void factor_rows(const SparseRows& rows, const PatternGroup& group, std::span<const double> noise,
                 std::vector<std::uint32_t>& local, SparseRows& out) {
  const std::size_t size = group.columns.size();
  for (std::uint32_t k = 0; k < size; ++k) local[group.columns[k]] = k;
  DenseFactor factor(size);
  for (const std::uint32_t i : group.rows) {
    const auto columns = columns_of(rows, i);
    const auto values = values_of(rows, i);
    const std::span<double> to = factor.add_row();
    for (std::size_t k = 0; k < columns.size(); ++k) to[local[columns[k]]] = values[k];
  }
  const std::span<const double> numbers = factor.finish();
  for (std::size_t i = 0; i * size < numbers.size(); ++i) {
    for (std::size_t k = 0; k < size; ++k) {
      add_if_said(out, group.columns[k], numbers[i * size + k], noise);
    }
    end_row(out);
  }
}

SparseRows reduce_groups(const SparseRows& rows, std::span<const PatternGroup> groups,
                         std::span<const double> noise) {
  SparseRows out{.columns = rows.columns};
  std::vector<std::uint32_t> local(rows.columns, 0);
  for (const PatternGroup& group : groups) {
    if (group.rows.size() > group.columns.size()) {
      factor_rows(rows, group, noise, local, out);
    } else {
      copy_rows(rows, group, out);
    }
  }
  return out;
}

// The last column, if it is constant, is the right-hand side and stays last.
Block block_of(const SparseRows& rows, LastColumn last) {
  Block block;
  const bool is_constant = last == LastColumn::kConstant;
  block.columns = rows.columns - (is_constant ? 1 : 0);
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const auto columns = columns_of(rows, i);
    const auto values = values_of(rows, i);
    double constant = 0.0;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      if (columns[k] == block.columns) {
        constant = values[k];
        continue;
      }
      block.column.push_back(columns[k]);
      block.multiplier.push_back(values[k]);
    }
    block.row_starts.push_back(static_cast<std::uint32_t>(block.column.size()));
    block.constant.push_back(constant);
  }
  block.coefficient_slot.assign(block.column.size(), -1);
  block.constant_slot.assign(rows.rows(), -1);
  block.scale_slot.assign(rows.rows(), -1);
  return block;
}

Compressed eliminated(const Block& block, const Symbolic& symbolic, std::span<const double> noise) {
  const std::size_t columns = noise.size();
  std::vector<double> scratch(fronts_scratch_size(symbolic));
  const Parts both = eliminate(block, symbolic, {}, scratch);
  Compressed out{.rows = {.columns = columns}, .rest = both.rest};
  for (const Front& front : symbolic.fronts) {
    if (front.rows == 0) continue;
    const std::uint32_t* column = symbolic.front_column.data() + front.first_column;
    for (std::size_t p = 0; p < front.pivots; ++p) {
      const double* row = scratch.data() + front.matrix + p * front.width();
      for (std::size_t j = p; j < front.columns; ++j) {
        add_if_said(out.rows, column[j], row[j], noise);
      }
      if (block.columns < columns) {
        const auto constant = static_cast<std::uint32_t>(block.columns);
        add_if_said(out.rows, constant, row[front.columns], noise);
      }
      end_row(out.rows);
    }
  }
  return out;
}

// Rows that have nothing but the constant go into the rest.
Compressed without_constants(const SparseRows& rows, LastColumn last) {
  Compressed out{.rows = {.columns = rows.columns}};
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const auto columns = columns_of(rows, i);
    const auto values = values_of(rows, i);
    if (last == LastColumn::kConstant && columns.front() == rows.columns - 1) {
      out.rest += values[0] * values[0];
      continue;
    }
    out.rows.column.insert(out.rows.column.end(), columns.begin(), columns.end());
    out.rows.value.insert(out.rows.value.end(), values.begin(), values.end());
    end_row(out.rows);
  }
  return out;
}

}  // namespace

Compressed compress(const SparseRows& rows, LastColumn last) {
  AUTUMN_CHECK(rows.column.size() == rows.value.size() &&
                   rows.row_starts.back() == rows.column.size() &&
                   (rows.columns > 0 || rows.column.empty()),
               "rows to compress are whole");
  const SparseRows given = tidy(rows);
  const std::vector<PatternGroup> groups = groups_of(given);
  const std::vector<double> noise = noise_of(given);
  Compressed out = without_constants(reduce_groups(given, groups, noise), last);
  if (groups.size() > 1) {
    const Block block = block_of(out.rows, last);
    const Symbolic symbolic = analyze(block);
    if (symbolic.entries_in_factor + symbolic.order.size() < out.rows.column.size()) {
      const double rest = out.rest;
      const Compressed factor = eliminated(block, symbolic, noise);
      out = without_constants(factor.rows, last);
      out.rest += factor.rest + rest;
    }
  }
  if (out.rows.column.size() >= rows.column.size()) return {.rows = rows};
  // The square of what is left over of the last column, which is known to its noise.
  const double step = last == LastColumn::kConstant ? noise.back() : 0.0;
  out.rest_rounding = step * (2.0 * std::sqrt(out.rest) + step);
  return out;
}

}  // namespace autumn::gaussian
