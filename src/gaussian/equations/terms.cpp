// This file multiplies the entries of rows, and adds up what falls on the same element.
#include "gaussian/equations/terms.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/numbers.h"
#include "dense/kernels.h"
#include "gaussian/equations/fixed_rows.h"
#include "gaussian/equations/term_runs.h"

namespace autumn::gaussian::equations {
namespace {

constexpr std::size_t kManyProducts = std::size_t{1} << 22;  // more than were left, to add them up

// One addition to an element of Q.
struct Product {
  Monomial monomial;
  std::uint32_t position, row, column;
  double constant;
};

class Multiplication {
 public:
  Multiplication(const Block& block, Equations& out) : block_(block), out_(out) {}

  void run(const std::vector<bool>& is_dense, const std::vector<bool>& is_fixed) {
    std::vector<Product> products;
    for (std::uint32_t j = 0; j < block_.columns; ++j) {
      if (out_.innovated.own[j].row == kNone) continue;
      const std::uint32_t p = out_.supernodes.place[j];
      products.push_back({{}, position(p, p), p, p, 1.0});
    }
    const std::vector<bool> is_done = add_squares(is_dense, is_fixed, products);
    // Where they do not add up, to look at all of them after every row would take for ever.
    std::size_t left = 0;
    for (std::size_t r = 0; r < is_dense.size(); ++r) {
      if (!is_dense[r] && !is_done[r]) add_products(r, is_fixed[r], products);
      if (products.size() < 2 * left + kManyProducts) continue;
      add_up(products);
      left = products.size();
    }
    add_up(products);
    find_pairs(products);
    TermWriter writer(out_.supernodes);
    for (const Product& product : products) {
      const double share = product.row == product.column ? 0.5 : 1.0;
      writer.add(product.monomial, {product.position, product.constant, share});
    }
    out_.terms = std::move(writer).terms();
  }

 private:
  [[nodiscard]] std::span<const Entry> entries(std::size_t row) const {
    return out_.innovated.entries_of(row);
  }

  [[nodiscard]] std::uint32_t place(const Entry& e) const {
    return out_.supernodes.place[e.column];
  }

  // Long rows of one scale whose entries of a column all have one slot are squared as a dense
  // matrix: one by one their products would be many more than elements. Says which rows these were.
  std::vector<bool> add_squares(const std::vector<bool>& is_dense,
                                const std::vector<bool>& is_fixed,
                                std::vector<Product>& products) const {
    std::map<std::pair<std::int32_t, bool>, std::vector<std::uint32_t>> groups;
    for (std::uint32_t r = 0; r < is_dense.size(); ++r) {
      if (is_dense[r] || entries(r).size() <= kFewEntries) continue;
      groups[{block_.scale_slot[out_.innovated.rows[r]], is_fixed[r]}].push_back(r);
    }
    std::vector<bool> is_done(is_dense.size(), false);
    for (const auto& [key, rows] : groups) {
      if (!add_square(rows, key.second, products)) continue;
      for (const std::uint32_t r : rows) is_done[r] = true;
    }
    return is_done;
  }

  // False, and nothing done, if it is not worth it or columns have several slots.
  bool add_square(const std::vector<std::uint32_t>& rows, bool is_fixed,
                  std::vector<Product>& products) const {
    constexpr double kWorth = 4.0;
    std::map<std::uint32_t, std::uint32_t> slot_of;  // by place
    double pairs = 0.0;
    for (const std::uint32_t r : rows) {
      const double n = static_cast<double>(entries(r).size());
      pairs += n * n / 2.0;
      for (const Entry& e : entries(r)) {
        if (slot_of.try_emplace(place(e), e.slot).first->second != e.slot) return false;
      }
    }
    const std::size_t n = slot_of.size(), m = rows.size();
    if (pairs < kWorth * static_cast<double>(n * n)) return false;
    std::map<std::uint32_t, std::size_t> number;
    std::vector<std::uint32_t> places, slots;
    for (const auto& [p, slot] : slot_of) {
      number[p] = places.size();
      places.push_back(p);
      slots.push_back(slot);
    }
    std::vector<double> matrix(m * n, 0.0), square(n * n, 0.0);
    for (std::size_t i = 0; i < m; ++i) {
      const std::uint32_t row = out_.innovated.rows[rows[i]];
      const double root = root_weight_of(block_, row);
      for (const Entry& e : entries(rows[i])) {
        matrix[number[place(e)] * m + i] += root * e.multiplier;
      }
    }
    const dense::ConstView a{matrix.data(), m, n, m};
    out_.kernels->multiply_add(1.0, dense::transposed(a), dense::plain(a),
                               dense::square(square.data(), n), dense::Part::kLower);
    const std::int32_t scale = block_.scale_slot[out_.innovated.rows[rows.front()]];
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t i = j; i < n; ++i) {
        if (square[j * n + i] == 0.0) continue;
        products.push_back(
            {{is_fixed, scale, std::min(slots[i], slots[j]), std::max(slots[i], slots[j])},
             position(places[i], places[j]),
             places[i],
             places[j],
             square[j * n + i]});
      }
    }
    return true;
  }

  // Products of one monomial and element become one.
  static void add_up(std::vector<Product>& products) {
    std::ranges::stable_sort(products, {},
                             [](const Product& p) { return std::pair(p.monomial, p.position); });
    std::size_t kept = 0;
    for (const Product& product : products) {
      const bool is_same = kept > 0 && products[kept - 1].monomial == product.monomial &&
                           products[kept - 1].position == product.position;
      if (is_same) {
        products[kept - 1].constant += product.constant;
      } else {
        products[kept++] = product;
      }
    }
    products.resize(kept);
  }

  [[nodiscard]] std::uint32_t position(std::uint32_t a, std::uint32_t b) const {
    return as_u32(out_.supernodes.position(a, b));
  }

  void add_products(std::size_t r, bool is_fixed, std::vector<Product>& products) const {
    const std::uint32_t row = out_.innovated.rows[r];
    const double root = root_weight_of(block_, row);
    const std::span<const Entry> all = entries(r);
    for (std::size_t a = 0; a < all.size(); ++a) {
      for (std::size_t b = a; b < all.size(); ++b) {
        const Monomial monomial{is_fixed, block_.scale_slot[row],
                                std::min(all[a].slot, all[b].slot),
                                std::max(all[a].slot, all[b].slot)};
        // Two entries of one column make its diagonal element twice.
        const bool is_twice = a != b && all[a].column == all[b].column;
        const double product = root * root * all[a].multiplier * all[b].multiplier;
        const std::uint32_t p = place(all[a]), q = place(all[b]);
        products.push_back({monomial, position(p, q), std::max(p, q), std::min(p, q),
                            is_twice ? 2.0 * product : product});
      }
    }
  }

  // The products of one set of fixed rows follow each other, but not those of a column.
  void find_pairs(const std::vector<Product>& products) {
    for (FixedRows& fixed : out_.fixed_rows) {
      std::vector<Product> mine;
      for (const Product& p : products) {
        const bool is_mine = p.monomial.is_fixed && p.monomial.scale == fixed.scale;
        if (is_mine && p.row != p.column) mine.push_back(p);
      }
      std::ranges::sort(mine, {}, [](const Product& p) { return std::pair(p.column, p.row); });
      Pairs& pairs = fixed.pairs;
      for (const Product& p : mine) {
        if (pairs.columns.empty() || pairs.columns.back() != p.column) {
          pairs.columns.push_back(p.column);
          pairs.starts.push_back(pairs.starts.back());
        }
        pairs.rows.push_back(p.row);
        pairs.numbers.push_back(p.constant);
        ++pairs.starts.back();
      }
      find_stretches(fixed);
    }
  }

  const Block& block_;
  Equations& out_;
};

}  // namespace

void add_terms(const Block& block, const std::vector<bool>& is_dense,
               const std::vector<bool>& is_fixed, Equations& equations) {
  Multiplication(block, equations).run(is_dense, is_fixed);
}

}  // namespace autumn::gaussian::equations
