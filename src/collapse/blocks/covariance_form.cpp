// This file finds the covariance form of a block: which columns are vectors with a dense covariance
// of their own, f or z of L z, which rows have one element of each, and what else is in them.
#include "collapse/blocks/covariance_form.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/numbers.h"
#include "dist/list.h"

namespace autumn::collapse {
namespace {

using expr::Op;

constexpr std::uint32_t kNone = kNoColumnOfForm;

// The covariance of what is observed is as large as there are rows. Some rows per element are worth
// it where rows have elements of a Cholesky factor in them: its adjoint divides by pivots, and
// those of a smooth kernel are rounding, while the covariance needs no factor of the kernel.
constexpr std::size_t kMostRowsPerColumn = 4;

// Which vector a column belongs to, and where it stands there.
struct Membership {
  std::uint32_t vector = kNone;
  std::uint32_t place = 0;
};

bool is_unit(const RowEntry& entry) {
  return !entry.coefficient && std::fabs(entry.multiplier) == 1.0;
}

// The first row with nothing but a column in it, which is its distribution.
struct OwnRow {
  bool is_found = false;
  bool is_standard = false;
  Effect effect = {};
};

struct Load {
  std::uint32_t column;
  std::size_t row;
  double multiplier;
};

class Reader {
 public:
  Reader(const Builder& builder, std::size_t columns)
      : graph_(builder.graph()), members_(columns), own_(columns) {}

  std::optional<CovarianceForm> read(std::span<const FactorRows> factors) && {
    for (const FactorRows& rows : factors) {
      if (rows.factor.weight || rows.factor.squares) return std::nullopt;
      if (rows.is_whitened && !add_centred(rows)) return std::nullopt;
    }
    for (const FactorRows& rows : factors) {
      if (!rows.is_whitened && !add_rows(rows)) return std::nullopt;
    }
    const bool is_small = row_count_ != 0 && row_count_ <= kMostRowsPerColumn * members_.size();
    if (form_.vectors.empty() || !is_small || !add_effects()) return std::nullopt;
    return std::move(form_);
  }

 private:
  // f ~ multi_normal(m, K): one element of f in each row.
  bool add_centred(const FactorRows& rows) {
    const expr::Shape shape = graph_.shape(rows.residual);
    const std::optional<NodeId> factor = factor_of(rows.factor);
    if (!factor || shape.is_matrix() || rows.taken.size() != shape.size()) return false;
    DenseVector vector{*factor, graph_.operand(*factor, 0), rows.residual};
    for (std::size_t i = 0; i < rows.entries.size(); ++i) {
      const std::vector<RowEntry>& entries = rows.entries[i];
      if (entries.size() != 1 || !is_unit(entries[0])) return false;
      Membership& member = members_[entries[0].column];
      if (member.vector != kNone) return false;
      member = {as_u32(form_.vectors.size()), as_u32(i)};
      vector.sign.push_back(entries[0].multiplier);
      vector.columns.push_back(entries[0].column);
    }
    form_.vectors.push_back(std::move(vector));
    return true;
  }

  // The Cholesky factor of the covariance, where it is one that changes.
  [[nodiscard]] std::optional<NodeId> factor_of(const model::Factor& factor) const {
    if (factor.distribution == &dist::multi_normal()) return cholesky_of(factor.arguments[1]);
    if (factor.distribution != &dist::multi_normal_cholesky()) return std::nullopt;
    const NodeId l = factor.arguments[1];
    return graph_.op(l) == Op::kCholesky ? std::optional(l) : std::nullopt;
  }

  // The rows of the block have been whitened with it, so that it is there.
  [[nodiscard]] std::optional<NodeId> cholesky_of(NodeId covariance) const {
    for (std::uint32_t i = as_u32(graph_.size()); i-- > 0;) {
      const bool is_it =
          graph_.op(NodeId{i}) == Op::kCholesky && graph_.operand(NodeId{i}, 0) == covariance;
      if (is_it) return NodeId{i};
    }
    return std::nullopt;
  }

  bool add_rows(const FactorRows& rows) {
    CovarianceForm::Rows taken{rows.residual, rows.scale, {}};
    for (std::size_t i = 0; i < rows.entries.size(); ++i) {
      if (is_own(rows.entries[i])) {
        const RowEntry& entry = rows.entries[i][0];
        own_[entry.column] = {true,
                              rows.is_standard && is_unit(entry),
                              {rows.residual, rows.scale, rows.taken[i], entry.multiplier}};
        continue;
      }
      if (!add_row(rows.entries[i])) return false;
      taken.taken.push_back(rows.taken[i]);
    }
    if (!taken.taken.empty()) form_.rows.push_back(std::move(taken));
    return true;
  }

  // Of z and b; all that f has in it is a row of the form.
  [[nodiscard]] bool is_own(const std::vector<RowEntry>& row) const {
    if (row.size() != 1 || row[0].coefficient || row[0].multiplier == 0.0) return false;
    const std::uint32_t vector = members_[row[0].column].vector;
    const bool is_centred = vector != kNone && form_.vectors[vector].residual;
    return !is_centred && !own_[row[0].column].is_found;
  }

  // One element of f, or one row of L z, of each vector that is in it.
  bool add_row(const std::vector<RowEntry>& row) {
    const std::size_t number = row_count_++;
    std::vector<std::size_t> found;  // per vector: how many entries, not counting zeros of L
    for (const RowEntry& entry : row) {
      const std::optional<Membership> member =
          entry.coefficient ? member_by_factor(entry) : members_[entry.column];
      if (!member) return false;
      if (member->vector == kNone) {
        loads_.push_back({entry.column, number, entry.multiplier});
        continue;
      }
      found.resize(form_.vectors.size(), 0);
      if (!fits(entry, *member, number)) return false;
      const bool is_zero = entry.coefficient && members_[entry.column].place > member->place;
      if (!is_zero) ++found[member->vector];
    }
    found.resize(form_.vectors.size(), 0);
    for (std::size_t v = 0; v < form_.vectors.size(); ++v) {
      DenseVector& vector = form_.vectors[v];
      vector.place.resize(row_count_, 0);
      vector.loading.resize(row_count_, 0.0);
      if (vector.loading[number] == 0.0) continue;
      if (found[v] != (vector.residual ? 1U : vector.place[number] + 1U)) return false;
    }
    // Rows of effects alone may have scales of another order of magnitude, as in the funnel of a
    // hierarchy; the elimination of rows is made for these.
    return std::ranges::any_of(found, [](std::size_t count) { return count != 0; });
  }

  // The entries of a row say the same of what it has of a vector.
  bool fits(const RowEntry& entry, const Membership& member, std::size_t number) {
    DenseVector& vector = form_.vectors[member.vector];
    if (vector.residual.has_value() == entry.coefficient.has_value()) return false;
    vector.place.resize(number + 1, 0);
    vector.loading.resize(number + 1, 0.0);
    const bool is_first = vector.loading[number] == 0.0;
    if (is_first) {
      vector.place[number] = member.place;
      vector.loading[number] = entry.multiplier;
      return entry.multiplier != 0.0;
    }
    return !vector.residual && vector.place[number] == member.place &&
           vector.loading[number] == entry.multiplier;
  }

  // For an entry L[i, j] z[j]: z[j] must stand in place j of its vector; the place is i.
  std::optional<Membership> member_by_factor(const RowEntry& entry) {
    const NodeId l = *entry.coefficient;
    if (graph_.op(l) != Op::kCholesky) return std::nullopt;
    const std::uint32_t n = graph_.shape(l).rows;
    const std::uint32_t i = entry.slot % n, j = entry.slot / n;
    const auto at = std::ranges::find_if(form_.vectors, [&](const DenseVector& vector) {
      return vector.factor == l && !vector.residual;
    });
    const auto number = as_u32(static_cast<std::size_t>(at - form_.vectors.begin()));
    if (at == form_.vectors.end()) {
      form_.vectors.push_back({l, graph_.operand(l, 0)});
      form_.vectors.back().columns.assign(n, kNone);
    }
    Membership& member = members_[entry.column];
    std::uint32_t& column = form_.vectors[number].columns[j];
    if (member.vector == kNone && column == kNone) {
      member = {number, j};
      column = entry.column;
    }
    if (member.vector != number || column != entry.column) return std::nullopt;
    return Membership{number, i};
  }

  // Columns that are in no vector are effects; z has the standard distribution, and is nowhere but
  // in L z.
  bool add_effects() {
    std::vector<std::uint32_t> number(members_.size(), kNone);
    for (std::size_t c = 0; c < members_.size(); ++c) {
      if (members_[c].vector != kNone) {
        const bool is_centred = form_.vectors[members_[c].vector].residual.has_value();
        if (!is_centred && !own_[c].is_standard) return false;
        continue;
      }
      number[c] = as_u32(form_.effects.size());
      form_.effects.push_back(own_[c].effect);
      form_.effects.back().loading.assign(row_count_, 0.0);
    }
    for (const Load& load : loads_) {
      if (number[load.column] == kNone) return false;
      form_.effects[number[load.column]].loading[load.row] += load.multiplier;
    }
    return form_.effects.size() <= row_count_;
  }

  const expr::Graph& graph_;
  CovarianceForm form_;
  std::size_t row_count_ = 0;
  std::vector<Membership> members_;  // per column
  std::vector<OwnRow> own_;          // per column
  std::vector<Load> loads_;          // what rows have of effects
};

}  // namespace

double nanoseconds(const CovarianceForm& form) {
  constexpr double kPerOperation = 0.025, kPerElement = 6.0;
  const double n = static_cast<double>(form.vectors.front().place.size());
  const double vectors = static_cast<double>(form.vectors.size());
  const double effects = static_cast<double>(form.effects.size());
  constexpr double kPerReflection = 2.0;
  return kPerElement * vectors * n * n + kPerOperation * n * n * (n + 4.0 * effects) +
         kPerReflection * n * effects * effects;
}

std::optional<CovarianceForm> covariance_form(const Builder& builder, std::size_t columns,
                                              std::span<const FactorRows> factors) {
  return Reader(builder, columns).read(factors);
}

}  // namespace autumn::collapse
