// This file finds rows with known constants and the least sum of their squares, by conjugate
// gradients, which need no factor and stop where rounding does.
#include "gaussian/equations/fixed_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>

#include "base/numbers.h"

namespace autumn::gaussian::equations {
namespace {

std::span<const Entry> entries_of(const Innovated& in, std::uint32_t row) {
  return std::span(in.entries)
      .subspan(in.row_starts[row], in.row_starts[row + 1] - in.row_starts[row]);
}

// Rows of numbers over few columns.
class LeastSquares {
 public:
  explicit LeastSquares(std::size_t columns) : columns_(columns) {}

  void add(std::uint32_t column, double value) {
    column_.push_back(column);
    value_.push_back(value);
  }
  void end_row(double constant) {
    starts_.push_back(as_u32(column_.size()));
    constants_.push_back(constant);
  }

  [[nodiscard]] std::vector<double> residuals(const std::vector<double>& v) const {
    std::vector<double> out = constants_;
    for (std::size_t i = 0; i < out.size(); ++i) {
      for (std::uint32_t e = starts_[i]; e < starts_[i + 1]; ++e) {
        out[i] -= value_[e] * v[column_[e]];
      }
    }
    return out;
  }

  [[nodiscard]] std::vector<double> transposed(const std::vector<double>& rows) const {
    std::vector<double> out(columns_, 0.0);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::uint32_t e = starts_[i]; e < starts_[i + 1]; ++e) {
        out[column_[e]] += value_[e] * rows[i];
      }
    }
    return out;
  }

  [[nodiscard]] const std::vector<double>& constants() const { return constants_; }

  // A point where the sum of squares is least (CGLS, with columns in units of their norms), or
  // nearly: whatever it is, the rest is computed with what is left over.
  [[nodiscard]] std::vector<double> minimum() const {
    std::vector<double> unit(columns_, 0.0);
    for (std::size_t e = 0; e < value_.size(); ++e) unit[column_[e]] += value_[e] * value_[e];
    for (double& x : unit) x = x > 0.0 ? 1.0 / x : 0.0;
    std::vector<double> v(columns_, 0.0), direction(columns_, 0.0);
    double last = 0.0;
    const std::size_t most = std::min<std::size_t>(200, 2 * columns_ + 10);
    double first = 0.0;
    for (std::size_t step = 0; step < most; ++step) {
      const std::vector<double> gradient = transposed(residuals(v));
      double now = 0.0;
      for (std::size_t j = 0; j < columns_; ++j) now += gradient[j] * gradient[j] * unit[j];
      if (step == 0) first = now;
      if (!(now > 1e-26 * first)) break;
      const double keep = step == 0 ? 0.0 : now / last;
      last = now;
      for (std::size_t j = 0; j < columns_; ++j) {
        direction[j] = gradient[j] * unit[j] + keep * direction[j];
      }
      double curvature = 0.0;
      for (std::size_t i = 0; i < constants_.size(); ++i) {
        double x = 0.0;
        for (std::uint32_t e = starts_[i]; e < starts_[i + 1]; ++e) {
          x += value_[e] * direction[column_[e]];
        }
        curvature += x * x;
      }
      if (!(curvature > 0.0)) break;
      for (std::size_t j = 0; j < columns_; ++j) v[j] += now / curvature * direction[j];
    }
    return v;
  }

 private:
  std::size_t columns_;
  std::vector<std::uint32_t> starts_ = {0};
  std::vector<std::uint32_t> column_;
  std::vector<double> value_;
  std::vector<double> constants_;
};

}  // namespace

std::vector<std::vector<std::uint32_t>> find_fixed_rows(const Block& block, const Innovated& in,
                                                        const std::vector<bool>& is_dense) {
  struct Group {
    std::vector<std::uint32_t> rows;
    std::map<std::uint32_t, std::uint32_t> slot_of;
    bool is_fixed = true;
  };
  std::map<std::int32_t, Group> groups;
  for (std::uint32_t r = 0; r < in.rows.size(); ++r) {
    if (is_dense[r]) continue;
    const std::uint32_t row = in.rows[r];
    Group& group = groups[block.scale_slot[row]];
    if (!group.is_fixed) continue;
    group.rows.push_back(r);
    group.is_fixed = block.constant_slot[row] < 0 && !in.has_offsets;
    for (const Entry& e : entries_of(in, r)) {
      const auto [at, is_new] = group.slot_of.try_emplace(e.column, e.slot);
      group.is_fixed = group.is_fixed && at->second == e.slot;
    }
  }
  std::vector<std::vector<std::uint32_t>> found;
  for (auto& [scale, group] : groups) {
    const std::size_t least = 4;
    if (group.is_fixed && group.rows.size() >= least) found.push_back(std::move(group.rows));
  }
  return found;
}

FixedRows sum_up(const Block& block, const Innovated& in, const Supernodes& supernodes,
                 const std::vector<std::uint32_t>& rows) {
  FixedRows out;
  out.scale = block.scale_slot[in.rows[rows.front()]];
  std::map<std::uint32_t, std::uint32_t> number;  // by place
  std::map<std::uint32_t, std::uint32_t> slot_of;
  for (const std::uint32_t r : rows) {
    for (const Entry& e : entries_of(in, r)) slot_of[supernodes.place[e.column]] = e.slot;
  }
  for (const auto& [place, slot] : slot_of) {
    number[place] = as_u32(out.places.size());
    out.places.push_back(place);
    out.slots.push_back(slot);
  }
  LeastSquares squares(out.places.size());
  for (const std::uint32_t r : rows) {
    const std::uint32_t row = in.rows[r];
    const double root = block.root_weight.empty() ? 1.0 : block.root_weight[row];
    for (const Entry& e : entries_of(in, r)) {
      squares.add(number[supernodes.place[e.column]], root * e.multiplier);
    }
    squares.end_row(root * block.constant[row]);
  }
  out.right = squares.transposed(squares.constants());
  out.origin = squares.minimum();
  const std::vector<double> left = squares.residuals(out.origin);
  out.gradient = squares.transposed(left);
  for (const double x : left) out.rest += x * x;
  return out;
}

}  // namespace autumn::gaussian::equations
