// Sums of rows: rows whose coefficients are numbers and whose constants change become, by a
// rotation found once, no more rows than they have columns.
//
// Rows c - R v of one scale, with R = U T and the columns of U orthonormal, have the squares
//   |c - R v|^2 = |U'c - T v|^2 + |c - U U'c|^2,
// so that the constants U'c are sums (for one column, a weighted mean), and what is left over of c
// goes into the rest. As in the mean, or the regression, above effects that are kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gaussian/block.h"
#include "gaussian/seed.h"

namespace autumn::gaussian {

struct Partials;

// Rows that are summed up together.
struct RowSums {
  std::int32_t scale = -1;
  std::uint32_t first = 0;           // into Summed::slots
  std::uint32_t rows = 0;            //
  std::uint32_t kept = 0;            // rows that they become
  std::uint32_t first_constant = 0;  // theirs, in the block
  std::size_t directions = 0;        // into Summed::directions: kept x rows numbers
};

struct Summed {
  Block block;
  std::vector<std::uint32_t> other_slots;  // constants of rows that stay, which are the first
  std::vector<RowSums> sums;
  std::vector<std::uint32_t> slots;  // per row that is summed up: its constant
  std::vector<double> constants;     // what is added to it
  std::vector<double> roots;         // of the weight
  bool is_plain = false;             // constants are inputs that lie side by side, and no more
  std::vector<double> directions;    // U
  double nanoseconds = 0.0;          // of the sums and the way back, about
};

// None if there are no such rows, or too few to be worth it.
[[nodiscard]] std::optional<Summed> summed(const Block& block);
[[nodiscard]] std::size_t scratch_size(const Summed& summed);

// One evaluation of the sums, before and after that of the smaller block.
class Summing {
 public:
  // Of the inputs of the block as it was, in memory of scratch_size numbers.
  Summing(const Summed& summed, const Inputs& inputs, std::span<double> memory);

  // Whether constants are near enough to zero, in units of their scales, to keep digits.
  [[nodiscard]] bool is_near() const { return is_near_; }
  [[nodiscard]] Inputs inputs() const;
  [[nodiscard]] double rest() const { return rest_; }
  // Where those of the smaller block go, if these are wanted of the block as it was.
  [[nodiscard]] Partials moved(const Partials& partials) const;
  void come_back(const Seed& seed, const Partials& partials) const;

 private:
  void gather();
  // Returns the sum of squares that is left over.
  double take(const RowSums& rows);
  void look_at(const RowSums& rows, double squares, double inverse);
  // Into the place of what was left over.
  void come_back(const RowSums& rows, double factor) const;
  void scatter(std::span<double> constants) const;
  [[nodiscard]] double inverse_scale(std::int32_t scale) const;

  const Summed& summed_;
  const Inputs& given_;
  std::span<double> constants_, bars_, left_, squares_;
  double rest_ = 0.0;
  bool is_near_ = true;
};

}  // namespace autumn::gaussian
