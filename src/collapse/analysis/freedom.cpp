// This file knows of every support how far its elements can go, and narrows that by what is
// contained.
#include "collapse/analysis/freedom.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <optional>

#include "base/numbers.h"

namespace autumn::collapse {
namespace {

using model::SupportKind;
using model::Variable;

constexpr Freedom kBothWays{.can_rise = true, .can_fall = true};
constexpr Freedom kUpwards{.can_rise = true, .can_fall = false};

// Of an entry of a matrix, rows and columns counted from zero.
Freedom matrix_freedom(SupportKind kind, std::size_t row, std::size_t column) {
  if (row == column) return kUpwards;
  return kind == SupportKind::kCholeskyCov && row > column ? kBothWays : Freedom{};
}

Freedom support_freedom(const Variable& variable, std::size_t element, std::size_t size) {
  const SupportKind kind = variable.support.kind;
  switch (kind) {
    case SupportKind::kReal:
    case SupportKind::kLower:
    case SupportKind::kUpper:
    case SupportKind::kInterval:
    case SupportKind::kOrdered:
    case SupportKind::kSumToZero:
    case SupportKind::kSumToZeroMatrix: return kBothWays;
    case SupportKind::kPositiveOrdered: return kUpwards;
    case SupportKind::kCholeskyCov:
    case SupportKind::kCovMatrix: {
      const std::size_t columns = variable.dims.back();
      const std::size_t rows = variable.dims[variable.dims.size() - 2];
      const std::size_t entry = element / (size / (rows * columns));
      return matrix_freedom(kind, entry % rows, entry / rows);
    }
    default: return {};
  }
}

// The number that bounds an element, if it is one and finite.
bool has_number(const model::Model& model, const std::optional<model::NodeId>& bound,
                std::size_t element) {
  if (!bound || !model.graph.is_constant(*bound)) return false;
  const auto numbers = model.graph.constant(*bound);
  return std::isfinite(numbers[numbers.size() == 1 ? 0 : element]);
}

// Closes elements that are alone in a row, and again, until none is.
void close_determined(const gaussian::SparseRows& rows, Freedoms& freedoms) {
  std::vector<std::vector<std::uint32_t>> rows_of(rows.columns);
  std::vector<std::uint32_t> open(rows.rows(), 0);
  std::deque<std::uint32_t> alone;
  for (std::uint32_t i = 0; i < rows.rows(); ++i) {
    for (std::uint32_t e = rows.row_starts[i]; e < rows.row_starts[i + 1]; ++e) {
      if (!freedoms[rows.column[e]].is_open()) continue;
      rows_of[rows.column[e]].push_back(i);
      ++open[i];
    }
    if (open[i] == 1) alone.push_back(i);
  }
  while (!alone.empty()) {
    const std::uint32_t i = alone.front();
    alone.pop_front();
    for (std::uint32_t e = rows.row_starts[i]; e < rows.row_starts[i + 1]; ++e) {
      const std::uint32_t column = rows.column[e];
      if (!freedoms[column].is_open()) continue;
      freedoms[column] = {};
      for (const std::uint32_t r : rows_of[column]) {
        if (--open[r] == 1) alone.push_back(r);
      }
    }
  }
}

// What a floor leaves to an element with this coefficient while all others stand still.
void narrow(Freedom& freedom, double coefficient) {
  (coefficient > 0.0 ? freedom.can_fall : freedom.can_rise) = false;
}

// Whether a term of a row can rise while its element goes where it is free to.
bool can_lift(const Freedom& freedom, double coefficient) {
  return coefficient > 0.0 ? freedom.can_rise : freedom.can_fall;
}

// Where nothing but one element can lift a floor's sum, that element must not lower it; where
// nothing can, no element may move that would. Whether this closes or narrows one.
bool narrow_by_floor(const gaussian::SparseRows& floors, std::size_t row, Freedoms& freedoms) {
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::uint32_t lifting = kNone;
  for (std::uint32_t e = floors.row_starts[row]; e < floors.row_starts[row + 1]; ++e) {
    if (!can_lift(freedoms[floors.column[e]], floors.value[e])) continue;
    if (lifting != kNone) return false;
    lifting = e;
  }
  bool has_changed = false;
  for (std::uint32_t e = floors.row_starts[row]; e < floors.row_starts[row + 1]; ++e) {
    if (lifting != kNone && e != lifting) continue;
    Freedom& freedom = freedoms[floors.column[e]];
    has_changed = has_changed || can_lift(freedom, -floors.value[e]);
    narrow(freedom, floors.value[e]);
  }
  return has_changed;
}

// To and fro, because the order of a vector is passed on from one element to the next.
bool narrow_by_floors(const gaussian::SparseRows& floors, Freedoms& freedoms) {
  bool has_changed = false;
  for (std::size_t i = 0; i < floors.rows(); ++i) {
    has_changed = narrow_by_floor(floors, i, freedoms) || has_changed;
  }
  for (std::size_t i = floors.rows(); i-- > 0;) {
    has_changed = narrow_by_floor(floors, i, freedoms) || has_changed;
  }
  return has_changed;
}

// Closes what is in a row where all can only rise, or only fall. Not where rounding may have left
// an entry that is none.
bool close_one_sided(const gaussian::SparseRows& rows, Freedoms& freedoms) {
  constexpr double kSmall = 1e-8;
  bool has_changed = false;
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    double largest = 0.0, smallest = kInfinity;
    bool can_rise = false, can_fall = false;
    for (std::uint32_t e = rows.row_starts[i]; e < rows.row_starts[i + 1]; ++e) {
      const Freedom& freedom = freedoms[rows.column[e]];
      can_rise = can_rise || can_lift(freedom, rows.value[e]);
      can_fall = can_fall || can_lift(freedom, -rows.value[e]);
      largest = std::max(largest, std::abs(rows.value[e]));
      smallest = std::min(smallest, std::abs(rows.value[e]));
    }
    if (can_rise == can_fall || smallest < kSmall * largest) continue;
    for (std::uint32_t e = rows.row_starts[i]; e < rows.row_starts[i + 1]; ++e) {
      freedoms[rows.column[e]] = {};
    }
    has_changed = true;
  }
  return has_changed;
}

}  // namespace

Freedoms freedoms_of(const model::Model& model) {
  Freedoms freedoms;
  for (const Variable& variable : model.variables) {
    const std::size_t size = model.graph.shape(variable.node).size();
    for (std::size_t e = 0; e < size; ++e) {
      Freedom freedom = support_freedom(variable, e, size);
      if (has_number(model, variable.support.lower, e)) freedom.can_fall = false;
      if (has_number(model, variable.support.upper, e)) freedom.can_rise = false;
      freedoms.push_back(freedom);
    }
  }
  return freedoms;
}

void strike_out(const Contents& contents, Freedoms& freedoms) {
  constexpr int kMostRounds = 20;  // what is not narrowed is only looked at for longer
  bool has_changed = true;
  for (int round = 0; has_changed && round < kMostRounds; ++round) {
    close_determined(contents.rows, freedoms);
    const bool is_narrower = narrow_by_floors(contents.floors, freedoms);
    has_changed = close_one_sided(contents.rows, freedoms) || is_narrower;
  }
}

Freedoms free_alone(const Contents& contents, Freedoms freedoms) {
  for (std::size_t e = 0; e < contents.floors.column.size(); ++e) {
    narrow(freedoms[contents.floors.column[e]], contents.floors.value[e]);
  }
  for (const std::uint32_t c : contents.rows.column) freedoms[c] = {};
  return freedoms;
}

bool clears_floors(const gaussian::SparseRows& floors, const std::vector<double>& steps) {
  constexpr double kRounding = 1e-10;
  for (std::size_t i = 0; i < floors.rows(); ++i) {
    double sum = 0.0, size = 0.0;
    for (std::uint32_t e = floors.row_starts[i]; e < floors.row_starts[i + 1]; ++e) {
      const double x = floors.value[e] * steps[floors.column[e]];
      sum += x;
      size += std::abs(x);
    }
    if (sum < -kRounding * size) return false;
  }
  return true;
}

}  // namespace autumn::collapse
