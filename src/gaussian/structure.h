// The structure of an elimination in a given order says which columns share a front, and its size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gaussian/block.h"
#include "gaussian/symbolic.h"

namespace autumn::gaussian {

// A front while the structure is found. Places are places in the order of elimination.
struct Draft {
  std::size_t first_column = 0;  // into Structure::columns: places, rising, the pivots first
  std::uint32_t size = 0;        // columns
  std::uint32_t pivots = 0;
  std::uint32_t rows = 0;
  std::uint32_t leftover = 0;
  std::uint32_t next_sibling = kNoFront;
  double finishing_flops = 0.0;  // to make the rows left over triangular

  [[nodiscard]] std::uint32_t others() const { return size - pivots; }
};

// Row-merge trees after Liu (1986): rows meet in the front of their first column, and what is left
// over goes on to the front of the first column it still has.
class Structure {
 public:
  Structure(const Block& block, std::vector<std::uint32_t> order);

  // False if it takes more operations than the limit; the structure is then of no use.
  [[nodiscard]] bool build(double flop_limit);

  [[nodiscard]] double flops() const { return flops_; }
  // What the numeric work needs, with fronts renumbered so that children come before parents.
  [[nodiscard]] Symbolic finish() const;

 private:
  friend class Finish;

  void sort_rows();
  [[nodiscard]] std::span<const std::uint32_t> rows_at(std::uint32_t place) const;
  void gather(std::uint32_t place);
  void mark(std::uint32_t other, std::uint32_t place);
  [[nodiscard]] std::uint32_t rows_arriving(std::uint32_t place) const;
  [[nodiscard]] std::uint32_t nested_child(std::uint32_t place) const;
  void detach(std::uint32_t child, std::uint32_t place);
  std::uint32_t add_front(std::uint32_t place);
  std::uint32_t extend_front(std::uint32_t front, std::uint32_t place);
  void hand_on(std::uint32_t front);

  const Block* block_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> place_of_;     // by column
  std::vector<std::uint32_t> row_starts_;   // by place, into rows_
  std::vector<std::uint32_t> rows_;         // by first place; rows without columns at the end
  std::vector<std::uint32_t> first_child_;  // by place
  std::vector<std::uint32_t> front_of_;     // by place
  std::vector<std::uint32_t> marked_;       // by place: the last place whose columns had it
  std::vector<std::uint32_t> columns_;
  std::vector<Draft> drafts_;
  std::size_t gathered_ = 0;  // columns_ from here on belong to the place being worked on
  double flops_ = 0.0;
};

}  // namespace autumn::gaussian
