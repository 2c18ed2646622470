// This file finds the terms and the dense rows of the normal equations, once.
#include "gaussian/equations/equations.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "base/numbers.h"
#include "dense/kernels.h"

namespace autumn::gaussian::equations {
namespace {

// Rows with few entries are always terms: a dense matrix of them would be mostly zeros.
constexpr std::size_t kFewEntries = 6;
// So many rows of one kind share their monomials that terms are fewer than products.
constexpr std::size_t kManyRows = 3;

class Finding {
 public:
  explicit Finding(const Block& block) : block_(block) {
    out_.innovated = innovations(block);
    out_.kernels = &dense::kernels(default_instruction_set());
  }

  Equations run() && {
    out_.supernodes = find_supernodes(cliques());
    count_own();
    const std::vector<bool> is_dense = choose_dense();
    add_terms(is_dense);
    add_dense(is_dense);
    count_operations();
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::span<const Entry> entries(std::size_t row) const {
    const Innovated& in = out_.innovated;
    return std::span(in.entries)
        .subspan(in.row_starts[row], in.row_starts[row + 1] - in.row_starts[row]);
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
  }

  // Rows of one kind have the same scale and the same slots.
  [[nodiscard]] std::vector<bool> choose_dense() const {
    using Kind = std::pair<std::int32_t, std::vector<std::uint32_t>>;
    std::map<Kind, std::size_t> counts;
    std::vector<std::size_t*> count_of;
    for (std::size_t r = 0; r < out_.innovated.rows.size(); ++r) {
      Kind kind{block_.scale_slot[out_.innovated.rows[r]], {}};
      for (const Entry& e : entries(r)) {
        if (e.slot != Slots::kOne) kind.second.push_back(e.slot);
      }
      std::ranges::sort(kind.second);
      kind.second.erase(std::unique(kind.second.begin(), kind.second.end()), kind.second.end());
      std::size_t& count = counts[std::move(kind)];
      ++count;
      count_of.push_back(&count);
    }
    std::vector<bool> is_dense(out_.innovated.rows.size());
    for (std::size_t r = 0; r < is_dense.size(); ++r) {
      is_dense[r] = entries(r).size() > kFewEntries && *count_of[r] < kManyRows;
    }
    return is_dense;
  }

  [[nodiscard]] std::uint32_t place(const Entry& e) const {
    return out_.supernodes.place[e.column];
  }

  void add_terms(const std::vector<bool>& is_dense) {
    std::map<Monomial, std::map<std::uint32_t, double>> sums;
    auto& ones = sums[Monomial{}];
    for (std::uint32_t j = 0; j < block_.columns; ++j) {
      if (out_.innovated.own[j].row == kNone) continue;
      const std::uint32_t p = out_.supernodes.place[j];
      ones[as_u32(out_.supernodes.position(p, p))] += 1.0;
    }
    for (std::size_t r = 0; r < is_dense.size(); ++r) {
      if (!is_dense[r]) add_products(r, sums);
    }
    Terms& terms = out_.terms;
    std::vector<bool> is_diagonal(out_.supernodes.panels, false);
    for (std::uint32_t p = 0; p < block_.columns; ++p) {
      is_diagonal[out_.supernodes.position(p, p)] = true;
    }
    for (const auto& [monomial, elements] : sums) {
      terms.monomials.push_back(monomial);
      for (const auto& [position, constant] : elements) {
        terms.positions.push_back(position);
        terms.constants.push_back(constant);
        terms.weights.push_back(is_diagonal[position] ? 0.5 * constant : constant);
      }
      terms.starts.push_back(as_u32(terms.positions.size()));
    }
  }

  void add_products(std::size_t r,
                    std::map<Monomial, std::map<std::uint32_t, double>>& sums) const {
    const std::uint32_t row = out_.innovated.rows[r];
    const double root = block_.root_weight.empty() ? 1.0 : block_.root_weight[row];
    const std::span<const Entry> all = entries(r);
    for (std::size_t a = 0; a < all.size(); ++a) {
      for (std::size_t b = a; b < all.size(); ++b) {
        const Monomial monomial{std::min(all[a].slot, all[b].slot),
                                std::max(all[a].slot, all[b].slot), block_.scale_slot[row]};
        // Two entries of one column make its diagonal element twice.
        const bool is_twice = a != b && all[a].column == all[b].column;
        const double product = root * root * all[a].multiplier * all[b].multiplier;
        sums[monomial][as_u32(out_.supernodes.position(place(all[a]), place(all[b])))] +=
            is_twice ? 2.0 * product : product;
      }
    }
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

  // About what they cost in operations of large dense matrices, of which a scattered one is worth
  // many.
  void count_operations() {
    constexpr double kScattered = 6.0;
    const double terms = static_cast<double>(out_.terms.positions.size());
    const double entries = static_cast<double>(out_.innovated.entries.size());
    out_.operations = kScattered * (2 * terms + 4 * entries);
    for (const Supernode& node : out_.supernodes.nodes) {
      const double rows = node.rows, pivots = node.pivots;
      const double price = node.pivots == 1 ? kScattered : 1.0 + 24.0 / pivots;
      out_.operations += 3.0 * price * rows * rows * pivots + 40.0;
    }
    for (const DenseRows& dense : out_.dense_rows) {
      const double rows = out_.supernodes.nodes[dense.node].rows;
      out_.operations += 3.0 * static_cast<double>(dense.rows.size()) * rows * rows;
    }
  }

  const Block& block_;
  Equations out_;
};

}  // namespace

Equations find_equations(const Block& block) {
  return Finding(block).run();
}

}  // namespace autumn::gaussian::equations
