// This file finds the covariance form of a block: which columns are vectors with a dense covariance
// of their own, f or z of L z, which rows have one element of each, and what else is in them.
#include "collapse/blocks/covariance_form.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
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

// What a row has of a vector, while its entries are read.
struct Part {
  std::uint32_t vector;
  VectorLoad load;
  std::size_t entries = 0;  // not counting zeros of L
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
    const std::size_t rows = scale_keys_.size();
    const bool is_small = rows != 0 && rows <= kMostRowsPerColumn * members_.size();
    if (form_.vectors.empty() || !is_small || !add_effects()) return std::nullopt;
    form_.groups = alike_groups(form_, scale_keys_);
    return std::move(form_);
  }

 private:
  // f ~ multi_normal(m, K), or several of one K: one element of f in each row, and effects in m.
  bool add_centred(const FactorRows& rows) {
    const expr::Shape shape = graph_.shape(rows.residual);
    const std::optional<NodeId> factor = factor_of(rows.factor);
    if (!factor || rows.taken.size() % shape.rows != 0) return false;
    for (std::size_t i = 0; i < rows.taken.size(); i += shape.rows) {
      const bool is_whole = rows.taken[i] % shape.rows == 0 &&
                            rows.taken[i + shape.rows - 1] == rows.taken[i] + shape.rows - 1;
      if (!is_whole || !add_vector(rows, *factor, i)) return false;
    }
    return true;
  }

  bool add_vector(const FactorRows& rows, NodeId factor, std::size_t first) {
    DenseVector vector{factor, graph_.operand(factor, 0), rows.residual, rows.taken[first]};
    const std::uint32_t size = graph_.shape(factor).rows;
    for (std::uint32_t i = 0; i < size; ++i) {
      // Alone in a row it may also stand in the mean, as where data are on the left.
      const std::vector<RowEntry>& all = rows.entries[first + i];
      const std::vector<RowEntry>& own = all.size() == 1 ? all : rows.of_value[first + i];
      if (own.size() != 1 || !is_unit(own[0])) return false;
      const std::uint32_t column = own[0].column;
      const double sign = own[0].multiplier;
      Membership& member = members_[column];
      if (member.vector != kNone) return false;
      member = {as_u32(form_.vectors.size()), i};
      vector.sign.push_back(sign);
      vector.columns.push_back(column);
      bool is_there = false;
      for (const RowEntry& entry : all) {
        if (entry.coefficient) return false;
        is_there = is_there || (entry.column == column && entry.multiplier == sign);
        if (entry.column == column) continue;
        vector.mean.push_back({i, entry.column, -sign * entry.multiplier});
      }
      if (!is_there) return false;
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
        own_[entry.column] = {
            true,
            rows.is_standard && is_unit(entry),
            {rows.residual, rows.scale, rows.taken[i], entry.multiplier, entry.column}};
        continue;
      }
      if (!add_row(rows.entries[i])) return false;
      scale_keys_.push_back(rows.scale_keys[i]);
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
    const std::uint32_t number = as_u32(scale_keys_.size());
    std::vector<Part> parts;
    for (const RowEntry& entry : row) {
      const std::optional<Membership> member =
          entry.coefficient ? member_by_factor(row, entry) : members_[entry.column];
      if (!member) return false;
      if (member->vector == kNone) {
        loads_.push_back({entry.column, number, entry.multiplier});
        continue;
      }
      if (!fits(entry, *member, number, parts)) return false;
    }
    for (const Part& part : parts) {
      DenseVector& vector = form_.vectors[part.vector];
      if (part.entries != (vector.residual ? 1U : part.load.place + 1U)) return false;
      vector.loads.push_back(part.load);
      for (const MeanLoad& mean : vector.mean) {
        if (mean.place != part.load.place) continue;
        loads_.push_back({mean.effect, number, part.load.loading * mean.loading});
      }
    }
    // Rows of effects alone may have scales of another order of magnitude, as in the funnel of a
    // hierarchy; the elimination of rows is made for these.
    return !parts.empty();
  }

  // The entries of a row say the same of what it has of a vector.
  bool fits(const RowEntry& entry, const Membership& member, std::uint32_t number,
            std::vector<Part>& parts) {
    const bool is_centred = form_.vectors[member.vector].residual.has_value();
    if (is_centred == entry.coefficient.has_value()) return false;
    auto at = std::ranges::find(parts, member.vector, &Part::vector);
    if (at == parts.end()) {
      if (entry.multiplier == 0.0) return false;
      parts.push_back({member.vector, {number, member.place, entry.multiplier}});
      at = std::prev(parts.end());
    } else if (is_centred || at->load.place != member.place ||
               at->load.loading != entry.multiplier) {
      return false;
    }
    const bool is_zero = entry.coefficient && members_[entry.column].place > member.place;
    if (!is_zero) ++at->entries;
    return true;
  }

  // For an entry L[i, j] z[j]: z[j] must stand in place j of its vector; the place is i.
  std::optional<Membership> member_by_factor(const std::vector<RowEntry>& row,
                                             const RowEntry& entry) {
    const NodeId l = *entry.coefficient;
    if (graph_.op(l) != Op::kCholesky) return std::nullopt;
    const std::uint32_t n = graph_.shape(l).rows;
    const std::uint32_t i = entry.slot % n, j = entry.slot / n;
    const std::uint32_t number = vector_under(l, row);
    Membership& member = members_[entry.column];
    std::uint32_t& column = form_.vectors[number].columns[j];
    if (member.vector == kNone && column == kNone) {
      member = {number, j};
      column = entry.column;
    }
    if (member.vector != number || column != entry.column) return std::nullopt;
    return Membership{number, i};
  }

  // The vector z of L z in a row: that of the first of its elements that is known, or a new one.
  std::uint32_t vector_under(NodeId l, const std::vector<RowEntry>& row) {
    for (const RowEntry& entry : row) {
      if (entry.coefficient != l || members_[entry.column].vector == kNone) continue;
      const std::uint32_t known = members_[entry.column].vector;
      if (form_.vectors[known].factor == l && !form_.vectors[known].residual) return known;
    }
    form_.vectors.push_back({l, graph_.operand(l, 0)});
    form_.vectors.back().columns.assign(graph_.shape(l).rows, kNone);
    return as_u32(form_.vectors.size() - 1);
  }

  // Columns that are in no vector are effects; z has the standard distribution, and is nowhere but
  // in L z.
  bool add_effects() {
    std::vector<std::uint32_t> number(members_.size(), kNone);
    for (std::uint32_t c = 0; c < members_.size(); ++c) {
      if (members_[c].vector != kNone) {
        const bool is_centred = form_.vectors[members_[c].vector].residual.has_value();
        if (!is_centred && !own_[c].is_standard) return false;
        continue;
      }
      number[c] = as_u32(form_.effects.size());
      form_.effects.push_back(own_[c].effect);
      form_.effects.back().column = c;
      form_.effects.back().loading.assign(scale_keys_.size(), 0.0);
    }
    for (const Load& load : loads_) {
      if (number[load.column] == kNone) return false;
      form_.effects[number[load.column]].loading[load.row] += load.multiplier;
    }
    for (DenseVector& vector : form_.vectors) {
      for (MeanLoad& load : vector.mean) {
        load.effect = number[load.effect];
        if (load.effect == kNone) return false;
      }
    }
    return form_.effects.size() <= scale_keys_.size();
  }

  const expr::Graph& graph_;
  CovarianceForm form_;
  std::vector<ScaleKey> scale_keys_;  // per row of the form
  std::vector<Membership> members_;   // per column
  std::vector<OwnRow> own_;           // per column
  std::vector<Load> loads_;           // what rows have of effects
};

}  // namespace

std::optional<CovarianceForm> covariance_form(const Builder& builder, std::size_t columns,
                                              std::span<const FactorRows> factors) {
  return Reader(builder, columns).read(factors);
}

}  // namespace autumn::collapse
