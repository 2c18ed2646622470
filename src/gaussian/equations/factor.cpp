// This file factors and inverts supernode by supernode: single pivots in place, larger ones with
// dense kernels.
#include "gaussian/equations/factor.h"

#include <algorithm>
#include <cmath>

#include "gaussian/equations/dot.h"

namespace autumn::gaussian::equations {

using dense::ConstView;
using dense::Part;
using dense::plain;
using dense::transposed;
using dense::View;

std::size_t node_work_size(const Supernodes& s) {
  return s.most_others * s.most_others + s.largest_panel + s.most_pivots * s.most_pivots * 2;
}

bool Factor::eliminate(std::uint32_t index, const ConstView& extra) const {
  const Supernode& node = s_.nodes[index];
  const View all = panel(node);
  const std::size_t n = node.others();
  if (node.pivots == 1 && extra.rows == 0) {
    const double pivot = all.numbers[0];
    if (!(pivot > 0.0) || !std::isfinite(pivot)) return false;
    eliminate_one(node);
    return true;
  }
  const View top = all.block(0, 0, node.pivots, node.pivots);
  if (!kernels_.cholesky(top, 0.0)) return false;
  for (std::size_t p = 0; p < node.pivots; ++p) over_[node.first_pivot + p] = 1.0 / top.at(p, p);
  if (n == 0) return true;
  const View below = all.block(node.pivots, 0, n, node.pivots);
  kernels_.solve_right_transposed(top, below);
  const View update{work_, n, n, n};
  for (std::size_t j = 0; j < n; ++j) std::fill_n(&update.at(j, j), n - j, 0.0);
  kernels_.multiply_add(1.0, plain(below), transposed(below), update, Part::kLower);
  if (extra.rows != 0) {
    const ConstView rows = extra.block(0, node.pivots, extra.rows, n);
    kernels_.multiply_add(-1.0, transposed(rows), plain(rows), update, Part::kLower);
  }
  scatter(node, work_);
  return true;
}

void Factor::eliminate_one(const Supernode& node) const {
  double* column = panels_ + node.panel;
  const double root = std::sqrt(column[0]);
  const double inverse = 1.0 / root;
  column[0] = root;
  over_[node.first_pivot] = inverse;
  double* below = column + 1;
  const std::size_t n = node.others();
  for (std::size_t i = 0; i < n; ++i) below[i] *= inverse;
  for (const Segment& segment : segments(node)) {
    const Supernode& owner = s_.nodes[segment.owner];
    const std::uint32_t* position = s_.positions.data() + segment.positions;
    for (std::size_t b = 0; b < segment.count; ++b) {
      const double factor = below[segment.first + b];
      // Pivots of a supernode are its first rows, so the row of a pivot is its column.
      double* to = panels_ + owner.panel + std::size_t{owner.rows} * position[b];
      const double* from = below + segment.first;
      for (std::size_t a = b; a < n - segment.first; ++a) to[position[a]] -= factor * from[a];
    }
  }
}

void Factor::scatter(const Supernode& node, const double* update) const {
  const std::size_t n = node.others();
  for (const Segment& segment : segments(node)) {
    const Supernode& owner = s_.nodes[segment.owner];
    const std::uint32_t* position = s_.positions.data() + segment.positions;
    for (std::size_t b = 0; b < segment.count; ++b) {
      double* to = panels_ + owner.panel + std::size_t{owner.rows} * position[b];
      const double* from = update + (segment.first + b) * n + segment.first;
      for (std::size_t a = b; a < n - segment.first; ++a) to[position[a]] -= from[a];
    }
  }
}

void Factor::gather(const Supernode& node, const double* inverse, const View& to) const {
  for (const Segment& segment : segments(node)) {
    const Supernode& owner = s_.nodes[segment.owner];
    const std::uint32_t* position = s_.positions.data() + segment.positions;
    for (std::size_t b = 0; b < segment.count; ++b) {
      const double* from = inverse + owner.panel + std::size_t{owner.rows} * position[b];
      double* column = &to.at(segment.first, segment.first + b);
      for (std::size_t a = b; a < to.rows - segment.first; ++a) column[a] = from[position[a]];
    }
  }
  dense::mirror(to);
}

void Factor::solve(double* x) const {
  for (const Step& step : s_.steps) solve(step, x);
}

void Factor::solve_transposed(double* x) const {
  for (std::size_t k = s_.steps.size(); k-- > 0;) {
    const Step& step = s_.steps[k];
    switch (step.kind) {
      case StepKind::kNode: solve_node_transposed(s_.nodes[step.first], x); break;
      case StepKind::kBundle: solve_bundle_transposed(step, x); break;
      case StepKind::kPath: solve_path_transposed(step, x); break;
      case StepKind::kTree: solve_tree_transposed(step, x); break;
    }
  }
}

// The pivots of a supernode are places that follow each other.
void Factor::solve_node(const Supernode& node, double* x) const {
  const ConstView all = panel(node);
  const std::uint32_t* rows = s_.rows.data() + node.first_row;
  double* own = x + node.first_pivot;
  for (std::size_t p = 0; p < node.pivots; ++p) {
    const double* column = all.numbers + p * all.stride;
    const double y = own[p] * over_[node.first_pivot + p];
    own[p] = y;
    for (std::size_t i = p + 1; i < node.pivots; ++i) own[i] -= column[i] * y;
    for (std::size_t i = node.pivots; i < node.rows; ++i) x[rows[i]] -= column[i] * y;
  }
}

void Factor::solve_node_transposed(const Supernode& node, double* x) const {
  const ConstView all = panel(node);
  const std::uint32_t* rows = s_.rows.data() + node.first_row;
  double* own = x + node.first_pivot;
  for (std::size_t p = node.pivots; p-- > 0;) {
    const double* column = all.numbers + p * all.stride;
    double y = own[p] - dot(column + p + 1, own + p + 1, node.pivots - p - 1);
    for (std::size_t i = node.pivots; i < node.rows; ++i) y -= column[i] * x[rows[i]];
    own[p] = y * over_[node.first_pivot + p];
  }
}

// With l the column below the pivot r: s_below = -S l / r, and s = (1 / r - l's_below) / r.
void Factor::invert_one(const Supernode& node, double* inverse) const {
  const double* column = panels_ + node.panel;
  const double* l = column + 1;
  double* own = inverse + node.panel;
  double* s = own + 1;
  const std::size_t n = node.others();
  const double over = 1.0 / column[0];
  std::fill_n(s, n, 0.0);
  for (const Segment& segment : segments(node)) {
    const Supernode& owner = s_.nodes[segment.owner];
    const std::uint32_t* position = s_.positions.data() + segment.positions;
    for (std::size_t b = 0; b < segment.count; ++b) {
      const double* from = inverse + owner.panel + std::size_t{owner.rows} * position[b];
      const std::size_t first = segment.first + b;
      const double factor = l[first];
      double sum = from[position[b]] * factor;
      for (std::size_t a = b + 1; a < n - segment.first; ++a) {
        const double x = from[position[a]];
        s[segment.first + a] += x * factor;
        sum += x * l[segment.first + a];
      }
      s[first] += sum;
    }
  }
  double dot = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    s[i] *= -over;
    dot += l[i] * s[i];
  }
  own[0] = (over - dot) * over;
}

void Factor::invert(std::uint32_t index, double* inverse, double* whole) const {
  const Supernode& node = s_.nodes[index];
  if (node.pivots == 1 && whole == nullptr) return invert_one(node, inverse);
  const std::size_t n = node.others(), k = node.pivots;
  const ConstView all = panel(node);
  const View out{inverse + node.panel, node.rows, k, node.rows};
  const View later{work_, n, n, n};
  const View y{work_ + n * n, n, k, n};
  double* corner = work_ + s_.most_others * s_.most_others + s_.largest_panel;
  const View x{corner, k, k, k}, square{corner + k * k, k, k, k};
  for (std::size_t j = 0; j < k; ++j) std::copy_n(&all.numbers[j * all.stride], k, &x.at(0, j));
  kernels_.invert_lower(x);
  kernels_.square_of_inverse(x, square);
  for (std::size_t j = 0; j < k; ++j) std::copy_n(&square.at(0, j), k, &out.at(0, j));
  if (n != 0) {
    gather(node, inverse, later);
    // Y = L21 L11^-1; S21 = -S22 Y; S11 = (L11 L11')^-1 - Y' S21.
    for (std::size_t j = 0; j < k; ++j) {
      std::copy_n(&all.numbers[j * all.stride + k], n, &y.at(0, j));
      std::fill_n(&out.at(k, j), n, 0.0);
    }
    kernels_.solve_right(all.block(0, 0, k, k), y);
    const View below = out.block(k, 0, n, k);
    kernels_.multiply_add(-1.0, plain(later), plain(y), below, Part::kWhole);
    kernels_.multiply_add(-1.0, transposed(y), plain(below), out.block(0, 0, k, k), Part::kWhole);
  }
  if (whole == nullptr) return;
  const View full{whole, node.rows, node.rows, node.rows};
  for (std::size_t j = 0; j < k; ++j) std::copy_n(&out.at(0, j), node.rows, &full.at(0, j));
  for (std::size_t j = 0; j < n; ++j) std::copy_n(&later.at(0, j), n, &full.at(k, k + j));
  dense::mirror(full);
}

}  // namespace autumn::gaussian::equations
