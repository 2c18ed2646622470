// This file finds rows whose entries are numbers in the same few columns.
#include "gaussian/equations/row_packs.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

namespace autumn::gaussian::equations {
namespace {

constexpr std::size_t kFewestRows = 8;  // of a pack
constexpr std::size_t kMostPlaces = 16;

using Places = std::vector<std::uint32_t>;

class Packing {
 public:
  Packing(const Block& block, Equations& out) : block_(block), out_(out) {}

  void run(const std::vector<bool>& is_dense) {
    std::map<Places, std::vector<std::uint32_t>> by_places;
    for (const std::uint32_t r : out_.open_rows) {
      if (!is_dense[r] && is_known(r)) by_places[places_of(r)].push_back(r);
    }
    std::vector<bool> is_packed(is_dense.size(), false);
    for (auto& [places, rows] : by_places) {
      const bool is_pack = rows.size() >= kFewestRows && are_few_and_different(places);
      if (!is_pack) continue;
      for (const std::uint32_t r : rows) is_packed[r] = true;
      add(places, std::move(rows));
    }
    for (const std::uint32_t r : out_.open_rows) {
      if (!is_packed[r]) out_.lone_rows.push_back(r);
    }
  }

 private:
  [[nodiscard]] bool is_known(std::uint32_t r) const {
    const auto is_number = [](const Entry& e) { return e.slot == Slots::kOne; };
    return !out_.innovated.has_offsets &&
           std::ranges::all_of(out_.innovated.entries_of(r), is_number);
  }

  [[nodiscard]] Places places_of(std::uint32_t r) const {
    const std::vector<std::uint32_t>& starts = out_.innovated.row_starts;
    return {out_.entry_places.begin() + starts[r], out_.entry_places.begin() + starts[r + 1]};
  }

  static bool are_few_and_different(Places places) {
    std::ranges::sort(places);
    return !places.empty() && places.size() <= kMostPlaces &&
           std::ranges::adjacent_find(places) == places.end();
  }

  void add(const Places& places, std::vector<std::uint32_t> rows) {
    RowPack pack{.rows = std::move(rows), .places = places, .numbers = {}, .roots = {}};
    pack.first = out_.packed_rows;
    out_.packed_rows += pack.rows.size();
    for (const std::uint32_t r : pack.rows) {
      pack.roots.push_back(root_weight_of(block_, out_.innovated.rows[r]));
    }
    for (std::size_t j = 0; j < places.size(); ++j) {
      for (std::size_t k = 0; k < pack.rows.size(); ++k) {
        pack.numbers.push_back(pack.roots[k] *
                               out_.innovated.entries_of(pack.rows[k])[j].multiplier);
      }
    }
    out_.row_packs.push_back(std::move(pack));
  }

  const Block& block_;
  Equations& out_;
};

}  // namespace

void pack_rows(const Block& block, const std::vector<bool>& is_dense, Equations& equations) {
  Packing(block, equations).run(is_dense);
}

}  // namespace autumn::gaussian::equations
