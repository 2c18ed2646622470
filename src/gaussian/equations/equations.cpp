// This file finds the normal equations of a block, once: what of them is dense, and what is terms.
#include "gaussian/equations/equations.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_set>
#include <utility>

#include "base/numbers.h"
#include "dense/kernels.h"
#include "gaussian/equations/fixed_rows.h"
#include "gaussian/equations/kernels.h"
#include "gaussian/equations/row_packs.h"
#include "gaussian/equations/terms.h"
#include "gaussian/equations/translation.h"

namespace autumn::gaussian::equations {
namespace {

class Finding {
 public:
  Finding(const Block& block, std::size_t scales_of_program, std::size_t most_ancestors)
      : block_(block), scales_of_program_(scales_of_program) {
    out_.innovated = innovations(block, most_ancestors);
    translate(block, out_.innovated);
    out_.kernels = &dense::kernels(default_instruction_set());
    out_.loops = &kernels(default_instruction_set());
  }

  Equations run() && {
    out_.supernodes = find_supernodes(cliques());
    count_own();
    const std::vector<bool> is_dense = choose_dense();
    const auto fixed = find_fixed_rows(block_, out_.innovated, is_dense);
    std::vector<bool> is_fixed(is_dense.size(), false);
    for (const auto& rows : fixed) {
      out_.fixed_rows.push_back(sum_up(block_, out_.innovated, out_.supernodes, rows));
      for (const std::uint32_t r : rows) is_fixed[r] = true;
    }
    for (std::uint32_t r = 0; r < is_fixed.size(); ++r) {
      if (!is_fixed[r]) out_.open_rows.push_back(r);
    }
    add_terms(block_, is_dense, is_fixed, out_);
    for (const Entry& e : out_.innovated.entries) out_.entry_places.push_back(place(e));
    pack_rows(block_, is_dense, out_);
    for (const std::uint32_t j : out_.supernodes.order) {
      out_.is_innovation.push_back(out_.innovated.own[j].row == kNone ? 0.0 : 1.0);
    }
    add_dense(is_dense);
    count_nanoseconds();
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::span<const Entry> entries(std::size_t row) const {
    return out_.innovated.entries_of(row);
  }

  [[nodiscard]] Cliques cliques() const {
    Cliques all;
    all.columns = block_.columns;
    for (std::size_t r = 0; r < out_.innovated.rows.size(); ++r) {
      for (const Entry& e : entries(r)) all.members.push_back(e.column);
      all.starts.push_back(as_u32(all.members.size()));
    }
    return all;
  }

  void count_own() {
    out_.own_count.assign(block_.scales, 0.0);
    out_.constant_term = block_.constant_term;
    for (const Own& own : out_.innovated.own) {
      if (own.row == kNone) continue;
      const std::int32_t slot = block_.scale_slot[own.row];
      if (slot >= 0) out_.own_count[static_cast<std::size_t>(slot)] += 1.0;
      out_.constant_term -= std::log(std::abs(own.unit));
    }
    out_.may_be_zero.assign(block_.scales, false);
    for (std::size_t k = scales_of_program_; k < block_.scales; ++k) {
      out_.may_be_zero[k] =
          block_.scale_rest[k] == 0.0 && block_.scale_count[k] == out_.own_count[k];
    }
    for (const std::uint32_t row : out_.innovated.rows) {
      if (block_.scale_slot[row] >= 0) out_.may_be_zero[block_.scale_slot[row]] = false;
    }
    for (std::uint32_t k = 0; k < block_.scales; ++k) {
      const bool is_once = block_.scale_count[k] - out_.own_count[k] == 1.0;
      if (!is_once || block_.scale_rest[k] != 0.0 || out_.may_be_zero[k]) {
        out_.odd_scales.push_back(k);
      }
    }
  }

  // Rows of one kind have the same scale and the same slots, and so the same monomials.
  struct Kind {
    std::size_t rows = 0;
    double products = 0.0;
    std::set<std::pair<std::uint32_t, std::uint32_t>> factors = {};  // columns, with their slots
    std::unordered_set<std::uint64_t> pairs = {};                    // of columns, if they are few

    // Whether their products fall on the same elements, as the same monomials, again and again.
    [[nodiscard]] bool adds_up() const {
      const double n = static_cast<double>(factors.size());
      const double all = counts_pairs() ? static_cast<double>(pairs.size()) : n * (n + 1.0) / 2.0;
      return products > 2.0 * all;
    }
    // Of a row or two they are nearly as many as their products, and of very many rows it takes
    // long.
    [[nodiscard]] bool counts_pairs() const { return rows > 2 && products < 1e5; }
  };

  void count_pairs(Kind& kind, std::span<const Entry> entries) const {
    if (!kind.counts_pairs()) return;
    for (const Entry& a : entries) {
      for (const Entry& b : entries) {
        if (a.column <= b.column) kind.pairs.insert((std::uint64_t{a.column} << 32) | b.column);
      }
    }
  }

  [[nodiscard]] std::vector<bool> choose_dense() const {
    std::map<std::pair<std::int32_t, std::vector<std::uint32_t>>, Kind> kinds;
    std::vector<Kind*> kind_of;
    for (std::size_t r = 0; r < out_.innovated.rows.size(); ++r) {
      std::vector<std::uint32_t> slots;
      for (const Entry& e : entries(r)) {
        if (e.slot != Slots::kOne) slots.push_back(e.slot);
      }
      std::ranges::sort(slots);
      slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
      Kind& kind = kinds[{block_.scale_slot[out_.innovated.rows[r]], std::move(slots)}];
      const double n = static_cast<double>(entries(r).size());
      ++kind.rows;
      kind.products += n * (n + 1.0) / 2.0;
      for (const Entry& e : entries(r)) kind.factors.emplace(e.column, e.slot);
      kind_of.push_back(&kind);
    }
    for (std::size_t r = 0; r < kind_of.size(); ++r) count_pairs(*kind_of[r], entries(r));
    std::vector<bool> is_dense(out_.innovated.rows.size());
    for (std::size_t r = 0; r < is_dense.size(); ++r) {
      is_dense[r] = entries(r).size() > kFewEntries && !kind_of[r]->adds_up();
    }
    leave_lonely_rows(is_dense);
    return is_dense;
  }

  // Dense kernels for a row or two cost more than their products as terms, as in chains.
  void leave_lonely_rows(std::vector<bool>& is_dense) const {
    constexpr std::size_t kFewRows = 4;
    std::vector<std::size_t> counts(out_.supernodes.nodes.size(), 0);
    const auto node_of = [&](std::size_t r) {
      std::uint32_t first = kNone;
      for (const Entry& e : entries(r)) first = std::min(first, place(e));
      return out_.supernodes.owner[first];
    };
    for (std::size_t r = 0; r < is_dense.size(); ++r) {
      if (is_dense[r]) ++counts[node_of(r)];
    }
    for (std::size_t r = 0; r < is_dense.size(); ++r) {
      if (is_dense[r] && counts[node_of(r)] < kFewRows) is_dense[r] = false;
    }
  }

  [[nodiscard]] std::uint32_t place(const Entry& e) const {
    return out_.supernodes.place[e.column];
  }

  void add_dense(const std::vector<bool>& is_dense) {
    out_.dense_of_node.assign(out_.supernodes.nodes.size(), kNone);
    for (std::uint32_t r = 0; r < is_dense.size(); ++r) {
      if (!is_dense[r]) continue;
      std::uint32_t first = kNone;
      for (const Entry& e : entries(r)) first = std::min(first, place(e));
      std::uint32_t& at = out_.dense_of_node[out_.supernodes.owner[first]];
      if (at == kNone) {
        at = as_u32(out_.dense_rows.size());
        out_.dense_rows.push_back({out_.supernodes.owner[first], {}, {}, 0});
      }
      out_.dense_rows[at].rows.push_back(r);
    }
    for (DenseRows& dense : out_.dense_rows) lay_out(dense);
    std::vector<bool> is_alone;
    for (const std::uint32_t at : out_.dense_of_node) is_alone.push_back(at != kNone);
    out_.supernodes.steps = find_steps(out_.supernodes, is_alone);
  }

  void lay_out(DenseRows& dense) {
    const Supernode& node = out_.supernodes.nodes[dense.node];
    const auto rows = std::span(out_.supernodes.rows).subspan(node.first_row, node.rows);
    const std::size_t n = dense.rows.size();
    for (std::size_t k = 0; k < n; ++k) {
      for (const Entry& e : entries(dense.rows[k])) {
        const auto at = std::ranges::lower_bound(rows, place(e)) - rows.begin();
        dense.positions.push_back(as_u32(static_cast<std::size_t>(at) * n + k));
      }
    }
    dense.matrix = out_.dense_numbers;
    out_.dense_numbers += n * node.rows;
    out_.most_dense_rows = std::max(out_.most_dense_rows, n);
  }

  // Without those that only join runs.
  [[nodiscard]] std::size_t terms() const {
    const auto zeros = std::ranges::count(out_.terms.constants, 0.0);
    return out_.terms.constants.size() - static_cast<std::size_t>(zeros);
  }

  // Fitted to the gradients of a hundred blocks, in their logarithms: within a quarter of what was
  // measured for two thirds of them.
  void count_nanoseconds() {
    constexpr double kAlways = 500.0, kPerColumn = 3.0, kPerTerm = 7.0, kPerGrouped = 2.0;
    out_.nanoseconds = kAlways + nanoseconds_of_steps() +
                       kPerColumn * static_cast<double>(block_.columns) +
                       kPerTerm * static_cast<double>(terms());
    for (const TermGroup& group : out_.terms.groups) {
      out_.nanoseconds += kPerGrouped * static_cast<double>(group.constants.size());
    }
    out_.nanoseconds += nanoseconds_of_open_rows() + nanoseconds_of_fixed_rows();
  }

  [[nodiscard]] double nanoseconds_of_steps() const {
    constexpr double kPerLink = 3.0;  // of a path or a tree
    double sum = 0.0;
    for (const Step& step : out_.supernodes.steps) {
      const bool is_links = step.kind == StepKind::kPath || step.kind == StepKind::kTree;
      for (std::uint32_t k = step.first; k < step.last; ++k) {
        const Supernode& node = out_.supernodes.nodes[k];
        sum += is_links                         ? kPerLink
               : step.kind == StepKind::kBundle ? nanoseconds_in_bundle(node.others())
                                                : nanoseconds(node.pivots, node.rows);
      }
    }
    return sum;
  }

  [[nodiscard]] double nanoseconds_of_open_rows() const {
    constexpr double kPerRow = 26.0, kPerEntry = 3.0, kPerPack = 25.0, kPerPacked = 1.2;
    constexpr double kPerDense = 250.0, kPerPosition = 10.0;
    double sum = 0.0;
    for (const std::uint32_t r : out_.lone_rows) {
      sum += kPerRow + kPerEntry * static_cast<double>(entries(r).size());
    }
    for (const RowPack& pack : out_.row_packs) {
      sum += kPerPack + kPerPacked * static_cast<double>(pack.numbers.size());
    }
    for (const DenseRows& dense : out_.dense_rows) {
      sum += kPerDense + kPerPosition * static_cast<double>(dense.positions.size());
    }
    return sum;
  }

  [[nodiscard]] double nanoseconds_of_fixed_rows() const {
    constexpr double kPerPlace = 0.6;
    double sum = 0.0;
    for (const FixedRows& fixed : out_.fixed_rows) {
      sum += kPerPlace * static_cast<double>(fixed.places.size() + fixed.pairs.rows.size());
    }
    return sum;
  }

  const Block& block_;
  std::size_t scales_of_program_;
  Equations out_;
};

// Whether the mean of a column has a mean in turn and the same scale: hierarchies have a scale for
// every level, walks one for all steps.
bool has_walk(const Block& block, const Innovated& in) {
  const auto scale = [&](std::uint32_t j) { return block.scale_slot[in.own[j].row]; };
  const auto goes_on = [&](std::uint32_t j, const Entry& parent) {
    return !in.own[parent.column].parents.empty() && scale(parent.column) == scale(j);
  };
  for (std::uint32_t j = 0; j < in.own.size(); ++j) {
    const auto is_step = [&](const Entry& parent) { return goes_on(j, parent); };
    if (std::ranges::any_of(in.own[j].parents, is_step)) return true;
  }
  return false;
}

// Of a long walk some columns are left as they are in any case (kMostAncestors), so that there are
// few digits to keep.
bool may_be_too_dear(const Block& block, const Innovated& in) {
  constexpr std::size_t kMuchLonger = 2;
  const std::size_t before = block.column.size(), now = in.entries.size();
  const bool is_long_walk = in.own.size() > kMostAncestors && has_walk(block, in);
  return now > kMuchLonger * before || (now > before && is_long_walk);
}

}  // namespace

// Where substitution has made rows longer than they were, means may be too dear: columns as they
// are lose more digits, which is watched, but their rows stay short.
Equations find_equations(const Block& block, std::size_t scales_of_program) {
  constexpr double kMuchCheaper = 0.8;
  Equations found = Finding(block, scales_of_program, kMostAncestors).run();
  if (!may_be_too_dear(block, found.innovated)) return found;
  Equations plain = Finding(block, scales_of_program, 0).run();
  return plain.nanoseconds < kMuchCheaper * found.nanoseconds ? plain : found;
}

}  // namespace autumn::gaussian::equations
