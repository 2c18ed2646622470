// This file factors, solves and inverts steps of many alike supernodes: single pivots beside a
// dense remainder by products of matrices, chains and trees by plain loops.
#include <algorithm>
#include <cmath>
#include <limits>

#include "gaussian/equations/dot.h"
#include "gaussian/equations/factor.h"

namespace autumn::gaussian::equations {

using dense::ConstView;
using dense::Part;
using dense::plain;
using dense::transposed;
using dense::View;

namespace {

bool is_positive(double pivot) {
  return pivot > 0.0 && pivot <= std::numeric_limits<double>::max();
}

}  // namespace

bool Factor::eliminate(const Step& step, const ConstView& extra, double* x) const {
  bool is_done = false;
  switch (step.kind) {
    case StepKind::kNode: is_done = eliminate(step.first, extra); break;
    case StepKind::kBundle: is_done = eliminate_bundle(step); break;
    case StepKind::kPath: return eliminate_path(step, x);
    case StepKind::kTree: is_done = eliminate_tree(step); break;
  }
  if (is_done) solve(step, x);
  return is_done;
}

void Factor::solve(const Step& step, double* x) const {
  switch (step.kind) {
    case StepKind::kNode: return solve_node(s_.nodes[step.first], x);
    case StepKind::kBundle: return solve_bundle(step, x);
    case StepKind::kPath: return solve_path(step, x);
    case StepKind::kTree: return solve_tree(step, x);
  }
}

void Factor::invert(const Step& step, double* inverse) const {
  switch (step.kind) {
    case StepKind::kNode: return invert(step.first, inverse, nullptr);
    case StepKind::kBundle: return invert_bundle(step, inverse);
    case StepKind::kPath: return invert_path(step, inverse);
    case StepKind::kTree: return invert_tree(step, inverse);
  }
}

// The panels of a bundle follow each other: a matrix with the pivots as its first row.
View Factor::below(const Step& step, double* panels) const {
  const Supernode& first = s_.nodes[step.first];
  return {panels + first.panel + 1, first.others(), step.count(), first.rows};
}

const Supernode& Factor::owner(const Step& step) const {
  return s_.nodes[s_.segments[s_.nodes[step.first].first_segment].owner];
}

bool Factor::eliminate_bundle(const Step& step) const {
  const View l = below(step, panels_);
  double* over = over_ + s_.nodes[step.first].first_pivot;
  for (std::size_t j = 0; j < l.cols; ++j) {
    double* column = l.numbers + j * l.stride;
    if (!is_positive(column[-1])) return false;
    column[-1] = std::sqrt(column[-1]);
    over[j] = 1.0 / column[-1];
    for (std::size_t i = 0; i < l.rows; ++i) column[i] *= over[j];
  }
  const Supernode& later = owner(step);
  const View to{panels_ + later.panel, l.rows, l.rows, later.rows};
  kernels_.multiply_add(-1.0, plain(l), transposed(l), to, Part::kLower);
  return true;
}

void Factor::solve_bundle(const Step& step, double* x) const {
  const ConstView l = below(step, panels_);
  const std::uint32_t first = s_.nodes[step.first].first_pivot;
  double* later = x + owner(step).first_pivot;
  for (std::size_t j = 0; j < l.cols; ++j) x[first + j] *= over_[first + j];
  kernels_.multiply_add(-1.0, plain(l), plain({x + first, l.cols, 1, l.cols}),
                        {later, l.rows, 1, l.rows}, Part::kWhole);
}

void Factor::solve_bundle_transposed(const Step& step, double* x) const {
  const ConstView l = below(step, panels_);
  const std::uint32_t first = s_.nodes[step.first].first_pivot;
  const double* later = x + owner(step).first_pivot;
  for (std::size_t j = 0; j < l.cols; ++j) {
    const double product = dot(l.numbers + j * l.stride, later, l.rows);
    x[first + j] = (x[first + j] - product) * over_[first + j];
  }
}

// With L the columns below the pivots: -S L / r, and the rest as for a single one.
void Factor::invert_bundle(const Step& step, double* inverse) const {
  const ConstView l = below(step, panels_);
  const View s = below(step, inverse);
  const Supernode& later = owner(step);
  const double* over = over_ + s_.nodes[step.first].first_pivot;
  for (std::size_t j = 0; j < s.cols; ++j) std::fill_n(&s.at(0, j), s.rows, 0.0);
  const ConstView known{inverse + later.panel, l.rows, l.rows, later.rows};
  kernels_.multiply_add(-1.0, plain(known), plain(l), s, Part::kWhole);
  for (std::size_t j = 0; j < s.cols; ++j) {
    double* column = &s.at(0, j);
    for (std::size_t i = 0; i < s.rows; ++i) column[i] *= over[j];
    column[-1] = (over[j] - dot(l.numbers + j * l.stride, column, s.rows)) * over[j];
  }
}

// The next pivot waits for one division; roots are taken, and x is solved for, beside it.
bool Factor::eliminate_path(const Step& step, double* x) const {
  const Supernode& first = s_.nodes[step.first];
  double* numbers = panels_ + first.panel;
  double* over = over_ + first.first_pivot;
  double* own = x + first.first_pivot;
  const std::size_t n = step.count();
  double& after = panels_[s_.diagonals[first.first_pivot + n]];
  double pivot = numbers[0], right = own[0];
  bool is_good = true;
  for (std::size_t i = 0; i < n; ++i) {
    is_good &= is_positive(pivot);
    const double inverse = 1.0 / pivot, root = std::sqrt(pivot), off = numbers[2 * i + 1];
    const double gain = off * inverse;
    over[i] = root * inverse;
    numbers[2 * i] = root;
    numbers[2 * i + 1] = off * over[i];
    own[i] = right * over[i];
    right = own[i + 1] - gain * right;
    pivot = (i + 1 < n ? numbers[2 * i + 2] : after) - off * gain;
  }
  after = pivot;
  own[n] = right;
  return is_good;
}

void Factor::solve_path(const Step& step, double* x) const {
  const Supernode& first = s_.nodes[step.first];
  const double* numbers = panels_ + first.panel;
  const double* over = over_ + first.first_pivot;
  double* own = x + first.first_pivot;
  const std::size_t n = step.count();
  double y = own[0] = own[0] * over[0];
  for (std::size_t i = 1; i < n; ++i) {
    y = own[i] * over[i] - numbers[2 * i - 1] * over[i] * y;
    own[i] = y;
  }
  own[n] -= numbers[2 * n - 1] * y;
}

void Factor::solve_path_transposed(const Step& step, double* x) const {
  const Supernode& first = s_.nodes[step.first];
  const double* numbers = panels_ + first.panel;
  const double* over = over_ + first.first_pivot;
  double* own = x + first.first_pivot;
  double y = own[step.count()];
  for (std::size_t i = step.count(); i-- > 0;) {
    y = own[i] * over[i] - numbers[2 * i + 1] * over[i] * y;
    own[i] = y;
  }
}

void Factor::invert_path(const Step& step, double* inverse) const {
  const Supernode& first = s_.nodes[step.first];
  const double* numbers = panels_ + first.panel;
  const double* over = over_ + first.first_pivot;
  double* own = inverse + first.panel;
  double s = inverse[s_.diagonals[first.first_pivot + step.count()]];
  for (std::size_t i = step.count(); i-- > 0;) {
    const double gain = numbers[2 * i + 1] * over[i];
    own[2 * i + 1] = -gain * s;
    s = over[i] * over[i] + gain * gain * s;
    own[2 * i] = s;
  }
}

// Rows of trees: pivot and row of each supernode, one after the other.
const std::uint32_t* Factor::rows(const Step& step) const {
  return s_.rows.data() + s_.nodes[step.first].first_row;
}

bool Factor::eliminate_tree(const Step& step) const {
  const Supernode& first = s_.nodes[step.first];
  double* numbers = panels_ + first.panel;
  double* over = over_ + first.first_pivot;
  for (std::size_t i = 0; i < step.count(); ++i) {
    const double pivot = numbers[2 * i];
    if (!is_positive(pivot)) return false;
    const double root = std::sqrt(pivot);
    over[i] = 1.0 / root;
    const double below = numbers[2 * i + 1] * over[i];
    numbers[2 * i] = root;
    numbers[2 * i + 1] = below;
    panels_[s_.diagonals[rows(step)[2 * i + 1]]] -= below * below;
  }
  return true;
}

void Factor::solve_tree(const Step& step, double* x) const {
  const Supernode& first = s_.nodes[step.first];
  const double* numbers = panels_ + first.panel;
  for (std::size_t i = 0; i < step.count(); ++i) {
    const double y = x[first.first_pivot + i] * over_[first.first_pivot + i];
    x[first.first_pivot + i] = y;
    x[rows(step)[2 * i + 1]] -= numbers[2 * i + 1] * y;
  }
}

void Factor::solve_tree_transposed(const Step& step, double* x) const {
  const Supernode& first = s_.nodes[step.first];
  const double* numbers = panels_ + first.panel;
  for (std::size_t i = step.count(); i-- > 0;) {
    const double y = x[first.first_pivot + i] - numbers[2 * i + 1] * x[rows(step)[2 * i + 1]];
    x[first.first_pivot + i] = y * over_[first.first_pivot + i];
  }
}

void Factor::invert_tree(const Step& step, double* inverse) const {
  const Supernode& first = s_.nodes[step.first];
  const double* numbers = panels_ + first.panel;
  const double* over = over_ + first.first_pivot;
  double* own = inverse + first.panel;
  for (std::size_t i = step.count(); i-- > 0;) {
    const double s = inverse[s_.diagonals[rows(step)[2 * i + 1]]];
    const double gain = numbers[2 * i + 1] * over[i];
    own[2 * i + 1] = -gain * s;
    own[2 * i] = over[i] * over[i] + gain * gain * s;
  }
}

}  // namespace autumn::gaussian::equations
