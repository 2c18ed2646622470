// Supernodes are columns of a sparse Cholesky factor that have the same rows below them: they are
// found once, and numbers go through them as dense panels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "gaussian/equations/steps.h"

namespace autumn::gaussian::equations {

inline constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();

// Which columns meet in some row of the normal equations: the columns of each of some rows.
struct Cliques {
  std::size_t columns = 0;
  std::vector<std::uint32_t> starts = {0};
  std::vector<std::uint32_t> members = {};

  [[nodiscard]] std::size_t size() const { return starts.size() - 1; }
  [[nodiscard]] std::span<const std::uint32_t> clique(std::size_t k) const {
    return std::span(members).subspan(starts[k], starts[k + 1] - starts[k]);
  }
};

// Consecutive rows of a supernode that are pivots of one later supernode.
struct Segment {
  std::uint32_t owner = 0;        // the later supernode
  std::uint32_t first_pivot = 0;  // the first of them, in its panel
  std::uint32_t first = 0;        // among the rows after the pivots
  std::uint32_t count = 0;
  std::uint32_t positions = 0;  // into Supernodes::positions: rows from `first` on, in the owner
  bool is_contiguous = false;   // positions rise by one, and so do the pivots
};

struct Supernode {
  std::uint32_t first_pivot = 0;  // a place in the order of elimination
  std::uint32_t pivots = 0;
  std::uint32_t rows = 0;       // with the pivots, which come first
  std::uint32_t first_row = 0;  // into Supernodes::rows
  std::uint32_t first_segment = 0;
  std::uint32_t segments = 0;
  std::size_t panel = 0;  // offset of its numbers: rows x pivots, column by column

  [[nodiscard]] std::size_t others() const { return rows - pivots; }
};

struct Supernodes {
  std::vector<std::uint32_t> order;  // columns in the order of elimination
  std::vector<std::uint32_t> place;  // of each column in it
  std::vector<std::uint32_t> owner;  // per place: its supernode
  std::vector<Supernode> nodes;      // children before parents
  std::vector<std::uint32_t> rows;   // per supernode: places, rising
  std::vector<Segment> segments;
  std::vector<std::uint32_t> positions;
  std::vector<std::uint32_t> diagonals;  // per place: where its diagonal element lies in the panels
  std::vector<Step> steps;               // all supernodes, in their order
  std::size_t panels = 0;                // numbers in all panels
  std::size_t most_others = 0;           // rows after the pivots, of any supernode
  std::size_t most_pivots = 0;
  std::size_t largest_panel = 0;
  double operations = 0.0;   // multiplications and additions of a factorisation
  double nanoseconds = 0.0;  // of the supernodes, as below

  // Where the element of two places lies in the panels.
  [[nodiscard]] std::size_t position(std::uint32_t a, std::uint32_t b) const;
};

// About what elimination and inversion of a supernode take, measured on one machine: single pivots
// go by plain loops, others by dense kernels, which begin to pay from some size on.
[[nodiscard]] double nanoseconds(std::size_t pivots, std::size_t rows);

// The cheapest of some orders: as they come, by the number of neighbours, and a fill-reducing one.
[[nodiscard]] Supernodes find_supernodes(const Cliques& cliques);

}  // namespace autumn::gaussian::equations
