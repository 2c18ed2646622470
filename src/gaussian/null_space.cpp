// This file finds the null space by draws from an all but flat Gaussian, whose rows these are.
#include "gaussian/null_space.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/draws.h"
#include "base/random.h"
#include "gaussian/eliminate.h"

namespace autumn::gaussian {
namespace {

// Rows over open columns only, of about one size, as a block whose columns have norm one, with one
// more row of `kTiny` for every column.
constexpr double kTiny = 1e-14;

struct Scaled {
  Block block;
  std::vector<std::uint32_t> column;  // per column of the block: that of the rows
  std::vector<double> norm;
};

// Rows and columns are divided by the roots of their largest entries, again and again (Ruiz 2001):
// by rows alone a covariate far from zero would make all else of its rows small, and by columns
// alone so would a row in other units.
struct Scales {
  std::vector<double> row, column;
};

Scales equilibrated(const SparseRows& rows, const std::vector<bool>& is_open) {
  constexpr int kRounds = 6;
  Scales scales{std::vector<double>(rows.rows(), 1.0), std::vector<double>(rows.columns, 1.0)};
  const auto divide_by_roots = [](std::vector<double>& scale, const std::vector<double>& largest) {
    for (std::size_t k = 0; k < scale.size(); ++k) {
      if (largest[k] > 0.0) scale[k] *= std::sqrt(largest[k]);
    }
  };
  for (int round = 0; round < kRounds; ++round) {
    std::vector<double> by_row(rows.rows(), 0.0), by_column(rows.columns, 0.0);
    for (std::size_t i = 0; i < rows.rows(); ++i) {
      for (std::uint32_t e = rows.row_starts[i]; e < rows.row_starts[i + 1]; ++e) {
        const std::uint32_t c = rows.column[e];
        if (!is_open[c]) continue;
        const double x = std::abs(rows.value[e]) / (scales.row[i] * scales.column[c]);
        by_row[i] = std::max(by_row[i], x);
        by_column[c] = std::max(by_column[c], x);
      }
    }
    divide_by_roots(scales.row, by_row);
    divide_by_roots(scales.column, by_column);
  }
  return scales;
}

Scaled scaled_block(const SparseRows& rows, const std::vector<bool>& is_open) {
  constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  const Scales scales = equilibrated(rows, is_open);
  Scaled s;
  std::vector<std::uint32_t> local(rows.columns, kNone);
  for (std::uint32_t c = 0; c < rows.columns; ++c) {
    if (!is_open[c]) continue;
    local[c] = static_cast<std::uint32_t>(s.column.size());
    s.column.push_back(c);
  }
  s.norm.assign(s.column.size(), 0.0);
  const auto end_row = [&] {
    s.block.row_starts.push_back(static_cast<std::uint32_t>(s.block.column.size()));
  };
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    for (std::uint32_t e = rows.row_starts[i]; e < rows.row_starts[i + 1]; ++e) {
      const std::uint32_t c = local[rows.column[e]];
      if (c == kNone || rows.value[e] == 0.0) continue;
      const double x = rows.value[e] / scales.row[i];
      s.block.column.push_back(c);
      s.block.multiplier.push_back(x);
      s.norm[c] += x * x;
    }
    if (s.block.column.size() > s.block.row_starts.back()) end_row();
  }
  for (double& x : s.norm) x = x == 0.0 ? 1.0 : std::sqrt(x);
  for (std::size_t e = 0; e < s.block.column.size(); ++e) {
    s.block.multiplier[e] /= s.norm[s.block.column[e]];
  }
  for (std::uint32_t c = 0; c < s.column.size(); ++c) {
    s.block.column.push_back(c);
    s.block.multiplier.push_back(kTiny);
    end_row();
  }
  s.block.columns = s.column.size();
  s.block.coefficient_slot.assign(s.block.column.size(), -1);
  s.block.constant.assign(s.block.rows(), 0.0);
  s.block.constant_slot.assign(s.block.rows(), -1);
  s.block.scale_slot.assign(s.block.rows(), -1);
  return s;
}

using Vector = std::vector<double>;

// Draws from the Gaussian with precision A'A + kTiny^2, times kTiny: about a standard normal along
// directions that A does not contain, and kTiny / sigma along those it contains by sigma.
std::vector<Vector> null_draws(const Scaled& scaled, std::size_t count) {
  const Symbolic symbolic = analyze(scaled.block);
  std::vector<double> scratch(fronts_scratch_size(symbolic));
  eliminate(scaled.block, symbolic, {}, scratch);
  Random random({.seed = 20232, .purpose = Purpose::kSimulation});
  std::vector<Vector> draws;
  for (std::size_t k = 0; k < count; ++k) {
    Vector z(scaled.block.columns), u(z.size());
    for (double& x : z) x = random.normal();
    draw(symbolic, scratch, z, u);
    for (double& x : u) x *= kTiny;
    draws.push_back(std::move(u));
  }
  return draws;
}

double largest_of(const Vector& x) {
  double largest = 0.0;
  for (const double each : x) largest = std::max(largest, std::abs(each));
  return largest;
}

// A basis of the span of the vectors in which each has an element that no other has (Gauss and
// Jordan, by the largest pivots). What is smaller than `least` counts as zero.
std::vector<Vector> reduced(std::vector<Vector> vectors, double least) {
  std::vector<Vector> basis;
  while (!vectors.empty()) {
    const auto top = std::ranges::max_element(vectors, {}, largest_of);
    const double size = largest_of(*top);
    if (!(size > least)) break;
    Vector pivot_row = std::move(*top);
    vectors.erase(top);
    const auto at = std::ranges::max_element(pivot_row, {}, [](double x) { return std::abs(x); }) -
                    pivot_row.begin();
    const double pivot = pivot_row[static_cast<std::size_t>(at)];
    for (double& x : pivot_row) x /= pivot;
    for (std::vector<Vector>* some : {&vectors, &basis}) {
      for (Vector& other : *some) {
        const double times = other[static_cast<std::size_t>(at)];
        for (std::size_t i = 0; i < other.size(); ++i) other[i] -= times * pivot_row[i];
      }
    }
    basis.push_back(std::move(pivot_row));
  }
  return basis;
}

}  // namespace

NullSpace::NullSpace(const SparseRows& rows, const std::vector<bool>& is_open, std::size_t most) {
  Scaled scaled = scaled_block(rows, is_open);
  if (!scaled.column.empty()) draws_ = null_draws(scaled, most + 1);
  columns_ = std::move(scaled.column);
  norms_ = std::move(scaled.norm);
}

std::vector<std::vector<double>> NullSpace::basis(double least) const {
  std::vector<Vector> vectors = reduced(draws_, least);
  for (Vector& vector : vectors) {
    for (std::size_t c = 0; c < vector.size(); ++c) vector[c] /= norms_[c];
  }
  return vectors;
}

}  // namespace autumn::gaussian
