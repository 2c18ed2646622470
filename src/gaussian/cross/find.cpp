// This file finds crosses among normal equations.
#include <algorithm>
#include <map>
#include <set>

#include "base/numbers.h"
#include "gaussian/cross/cross.h"
#include "gaussian/cross/kernels.h"

namespace autumn::gaussian::cross {
namespace {

using equations::Equations;
using equations::FixedRows;
using equations::Pairs;
using equations::Slots;

constexpr std::size_t kFewestLeaves = 8;
constexpr std::size_t kMostNumbers = std::size_t{1} << 20;  // of a dense matrix

class Finding {
 public:
  Finding(const Block& block, const Equations& q) : block_(block), q_(q) {}

  std::optional<Cross> run() && {
    if (!find_main() || !choose_leaves()) return std::nullopt;
    number_columns();
    out_.nanoseconds = nanoseconds();
    const bool is_small = out_.stride * std::max(out_.leaves, out_.columns) <= kMostNumbers;
    if (!is_small || out_.nanoseconds >= q_.nanoseconds) return std::nullopt;
    take_numbers();
    for (const FixedRows& fixed : q_.fixed_rows) {
      if (&fixed != main_) out_.known_rows.push_back(known_rows(fixed));
    }
    for (const std::uint32_t r : q_.open_rows) {
      const std::uint32_t place = q_.entry_places[q_.innovated.row_starts[r]];
      if (!rest_at_.contains(place)) return std::nullopt;
      out_.known_rows.push_back(known_row(r, rest_at_.at(place)));
    }
    out_.kernels = &kernels(default_instruction_set());
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool is_scale(std::uint32_t slot) const {
    return slot > block_.coefficients && slot < q_.innovated.slots.first_product();
  }
  [[nodiscard]] std::int32_t scale_of(std::uint32_t slot) const {
    return slot == Slots::kOne ? -1 : static_cast<std::int32_t>(slot - 1 - block_.coefficients);
  }

  // The rows with most columns; all others have a known scale and columns as they stand.
  bool find_main() {
    const auto is_known = [&](std::uint32_t r) { return is_known_row(r); };
    if (!q_.dense_rows.empty() || q_.innovated.has_offsets ||
        !std::ranges::all_of(q_.open_rows, is_known)) {
      return false;
    }
    for (const FixedRows& fixed : q_.fixed_rows) {
      if (main_ == nullptr || fixed.places.size() > main_->places.size()) main_ = &fixed;
    }
    if (main_ == nullptr || has_lost_columns()) return false;
    const auto is_good = [&](std::uint32_t slot) { return slot == Slots::kOne || is_scale(slot); };
    return std::ranges::all_of(main_->slots, is_good) &&
           std::ranges::all_of(q_.fixed_rows, [&](const FixedRows& fixed) {
             const auto is_one = [](std::uint32_t slot) { return slot == Slots::kOne; };
             return &fixed == main_ ||
                    (fixed.scale < 0 && std::ranges::all_of(fixed.slots, is_one) &&
                     std::ranges::includes(sorted(main_->places), sorted(fixed.places)));
           });
  }

  // Of one column as it stands, and of numbers: a prior that is known.
  [[nodiscard]] bool is_known_row(std::uint32_t r) const {
    const equations::Innovated& in = q_.innovated;
    const std::uint32_t row = in.rows[r], first = in.row_starts[r];
    return in.row_starts[r + 1] == first + 1 && in.entries[first].slot == Slots::kOne &&
           in.entries[first].multiplier != 0.0 && block_.scale_slot[row] < 0 &&
           block_.constant_slot[row] < 0;
  }

  // That neither these rows nor innovations determine.
  [[nodiscard]] bool has_lost_columns() const {
    std::vector<bool> is_there(block_.columns, false);
    for (const std::uint32_t place : main_->places) is_there[place] = true;
    for (std::size_t place = 0; place < is_there.size(); ++place) {
      if (!is_there[place] && q_.is_innovation[place] == 0.0) return true;
    }
    return false;
  }

  static std::vector<std::uint32_t> sorted(std::vector<std::uint32_t> places) {
    std::ranges::sort(places);
    return places;
  }

  // Of one scale as many as meet each other nowhere.
  bool choose_leaves() {
    std::map<std::uint32_t, std::set<std::uint32_t>> met;  // by place
    const Pairs& pairs = main_->pairs;
    for (std::size_t c = 0; c < pairs.columns.size(); ++c) {
      for (std::uint32_t t = pairs.starts[c]; t < pairs.starts[c + 1]; ++t) {
        met[pairs.columns[c]].insert(pairs.rows[t]);
        met[pairs.rows[t]].insert(pairs.columns[c]);
      }
    }
    std::map<std::uint32_t, std::vector<std::uint32_t>> by_slot;  // indices among places
    for (std::size_t k = 0; k < main_->places.size(); ++k) {
      const std::uint32_t place = main_->places[k], slot = main_->slots[k];
      if (slot == Slots::kOne || q_.is_innovation[place] == 0.0) continue;
      std::vector<std::uint32_t>& chosen = by_slot[slot];
      const bool is_met = std::ranges::any_of(
          chosen, [&](std::uint32_t other) { return met[place].contains(main_->places[other]); });
      if (!is_met) chosen.push_back(as_u32(k));
    }
    for (const auto& [slot, chosen] : by_slot) {
      if (chosen.size() <= leaves_.size()) continue;
      leaves_ = chosen;
      out_.leaf_scale = static_cast<std::size_t>(scale_of(slot));
    }
    return leaves_.size() >= kFewestLeaves && leaves_.size() < main_->places.size();
  }

  void number_columns() {
    std::vector<bool> is_leaf(main_->places.size(), false);
    for (const std::uint32_t k : leaves_) is_leaf[k] = true;
    for (std::uint32_t k = 0; k < is_leaf.size(); ++k) {
      if (!is_leaf[k]) rest_.push_back(k);
    }
    out_.leaves = leaves_.size();
    out_.columns = rest_.size();
    out_.stride = (rest_.size() + 2 + kUnit - 1) / kUnit * kUnit;
    out_.all_columns = block_.columns;
  }

  [[nodiscard]] double nanoseconds() const {
    constexpr double kAlways = 270.0, kPerColumn = 67.0, kPerLeaf = 13.0;
    constexpr double kPerProduct = 0.09, kPerCube = 0.015;
    const double wide = static_cast<double>(out_.stride), tall = static_cast<double>(out_.leaves);
    return kAlways + kPerColumn * wide + kPerLeaf * tall + kPerProduct * tall * wide * wide +
           kPerCube * wide * wide * wide;
  }

  [[nodiscard]] static Known known_of(const FixedRows& fixed,
                                      const std::vector<std::uint32_t>& which, std::size_t size) {
    Known known;
    const auto take = [&](const std::vector<double>& from) {
      std::vector<double> taken(size, 0.0);
      for (std::size_t k = 0; k < which.size(); ++k) taken[k] = from[which[k]];
      return taken;
    };
    known.squares = take(fixed.squares);
    known.right = take(fixed.right);
    known.origin = take(fixed.origin);
    known.gradient = take(fixed.gradient);
    return known;
  }

  void take_numbers() {
    out_.scale = main_->scale;
    out_.rest = main_->rest;
    out_.farthest = main_->farthest;
    out_.of_leaves = known_of(*main_, leaves_, (leaves_.size() + kUnit - 1) / kUnit * kUnit);
    out_.of_rest = known_of(*main_, rest_, out_.stride);
    out_.is_innovation.assign(out_.stride, 0.0);
    for (std::size_t k = 0; k < rest_.size(); ++k) {
      out_.scale_of.push_back(scale_of(main_->slots[rest_[k]]));
      out_.is_innovation[k] = q_.is_innovation[main_->places[rest_[k]]];
    }
    std::vector<std::uint32_t> column_at(block_.columns);
    for (std::uint32_t j = 0; j < block_.columns; ++j) column_at[q_.supernodes.place[j]] = j;
    for (const std::uint32_t k : leaves_) out_.leaf_columns.push_back(column_at[main_->places[k]]);
    for (const std::uint32_t k : rest_) out_.rest_columns.push_back(column_at[main_->places[k]]);
    take_pairs();
  }

  void take_pairs() {
    std::map<std::uint32_t, std::uint32_t> leaf_at;  // by place
    for (std::uint32_t i = 0; i < leaves_.size(); ++i) leaf_at[main_->places[leaves_[i]]] = i;
    auto& rest_at = rest_at_;
    for (std::uint32_t k = 0; k < rest_.size(); ++k) rest_at[main_->places[rest_[k]]] = k;
    out_.between.assign(out_.leaves * out_.stride, 0.0);
    out_.gram.assign(out_.columns * out_.stride, 0.0);
    for (std::size_t k = 0; k < rest_.size(); ++k) {
      out_.gram[k * out_.stride + k] = out_.of_rest.squares[k];
    }
    const Pairs& pairs = main_->pairs;
    for (std::size_t c = 0; c < pairs.columns.size(); ++c) {
      for (std::uint32_t t = pairs.starts[c]; t < pairs.starts[c + 1]; ++t) {
        std::uint32_t a = pairs.columns[c], b = pairs.rows[t];
        if (leaf_at.contains(b)) std::swap(a, b);
        if (leaf_at.contains(a)) {
          out_.between[leaf_at[a] * out_.stride + rest_at[b]] += pairs.numbers[t];
        } else {
          out_.gram[rest_at[a] * out_.stride + rest_at[b]] += pairs.numbers[t];
          out_.gram[rest_at[b] * out_.stride + rest_at[a]] += pairs.numbers[t];
        }
      }
    }
  }

  [[nodiscard]] KnownRows known_rows(const FixedRows& fixed) const {
    KnownRows out;
    std::map<std::uint32_t, std::uint32_t> at;  // by place
    std::vector<std::uint32_t> all;
    for (std::uint32_t k = 0; k < fixed.places.size(); ++k) {
      at[fixed.places[k]] = k;
      all.push_back(k);
      out.columns.push_back(rest_at_.at(fixed.places[k]));
    }
    out.known = known_of(fixed, all, all.size());
    for (std::size_t c = 0; c < fixed.pairs.columns.size(); ++c) {
      for (std::uint32_t t = fixed.pairs.starts[c]; t < fixed.pairs.starts[c + 1]; ++t) {
        out.pairs.push_back(
            {at[fixed.pairs.rows[t]], at[fixed.pairs.columns[c]], fixed.pairs.numbers[t]});
      }
    }
    out.rest = fixed.rest;
    return out;
  }

  // Around its origin c / R the squares of a row are R^2 d^2.
  [[nodiscard]] KnownRows known_row(std::uint32_t r, std::uint32_t column) const {
    const equations::Innovated& in = q_.innovated;
    const std::uint32_t row = in.rows[r];
    const double root = root_weight_of(block_, row);
    const double c = root * (block_.constant[row] - in.shift[r]);
    const double coefficient = root * in.entries[in.row_starts[r]].multiplier;
    KnownRows out{.columns = {column}};
    out.known = {.squares = {coefficient * coefficient},
                 .right = {coefficient * c},
                 .origin = {c / coefficient},
                 .gradient = {0.0}};
    return out;
  }

  const Block& block_;
  const Equations& q_;
  const FixedRows* main_ = nullptr;
  std::vector<std::uint32_t> leaves_, rest_;        // indices among the places of the main rows
  std::map<std::uint32_t, std::uint32_t> rest_at_;  // by place
  Cross out_;
};

}  // namespace

std::optional<Cross> find_cross(const Block& block, const Equations& equations) {
  return Finding(block, equations).run();
}

}  // namespace autumn::gaussian::cross
