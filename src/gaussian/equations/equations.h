// The normal equations of a block: the fast way through blocks that are no stars.
//
// In innovations (innovations.h) the precision of the columns is Q = I + A'A, with A the other rows
// over their scales. Elements of Q that rows of one kind add up to are constants times a few
// products of inputs (terms); rows whose numbers all change are dense panels. Q has a sparse
// Cholesky factor by supernodes, found once; the derivative of its determinant needs the elements
// of the inverse on the pattern of the factor, no more. Where columns are so alike that digits
// would be lost, or anything is not finite, there is no answer, and the elimination of eliminate.h
// must give it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gaussian/block.h"
#include "gaussian/equations/innovations.h"
#include "gaussian/equations/supernodes.h"
#include "gaussian/seed.h"

namespace autumn::dense {
struct Kernels;
}

namespace autumn::gaussian {

struct Partials;
struct Parts;

namespace equations {

struct Kernels;

// A product of inputs: two slots, over the square of a scale. Those of fixed rows are kept apart.
struct Monomial {
  bool is_fixed = false;
  std::int32_t scale = -1;
  std::uint32_t left = Slots::kOne;
  std::uint32_t right = Slots::kOne;

  auto operator<=>(const Monomial&) const = default;
};

// Terms whose positions follow each other, or do not.
struct TermRun {
  bool is_consecutive = false;
  std::uint32_t first = 0, last = 0;  // terms
};

// Monomials that follow each other and have the same positions, as those of rows that differ in
// their scales: a matrix of constants, by monomial and position.
struct TermGroup {
  static constexpr std::size_t kMost = 32;  // positions
  static constexpr std::size_t kUnit = 8;   // rows of the matrix have a multiple of so many numbers

  std::uint32_t first = 0, last = 0;  // monomials
  std::vector<std::uint32_t> positions;
  std::vector<double> shares;     // how often each stands in Q, over two: 1/2 on the diagonal
  std::vector<double> constants;  // row by row, zeros at the end of each
  std::size_t stride = 0;         // between rows
};

// Elements of Q that are constants times one monomial. Some constants may be zero: they join runs.
struct Terms {
  std::vector<Monomial> monomials;
  std::vector<std::uint32_t> starts = {0};  // per monomial
  std::vector<std::uint32_t> positions;     // in the panels
  std::vector<double> constants;
  std::vector<double> weights;  // how often the element stands in Q, over two: 1/2 on the diagonal
  std::vector<TermRun> runs;
  std::vector<std::uint32_t> run_starts = {0};  // per monomial
  std::vector<TermGroup> groups;                // of the last monomials, which have no runs
};

// Elements of a symmetric matrix below its diagonal, column by column.
struct Pairs {
  std::vector<std::uint32_t> columns;       // places, each once
  std::vector<std::uint32_t> starts = {0};  // per column
  std::vector<std::uint32_t> rows;          // places
  std::vector<double> numbers;
};

// Rows of one scale with known constants, whose entries of a column all have one slot: with
// v = (slot's number) * (column) for each column, the sum of their squares is
//   rest - 2 d'gradient + d'G d,   d = v - origin,
// where G are numbers. At the origin the sum is least, but for rounding, so that nothing
// cancels.
struct FixedRows {
  std::int32_t scale = -1;
  std::vector<std::uint32_t> places;  // of the columns they contain
  std::vector<std::uint32_t> slots;
  std::vector<double> origin;
  std::vector<double> gradient;  // R'(c - R origin), which would be zero without rounding
  std::vector<double> right;     // R'c
  std::vector<double> squares;   // the diagonal of G
  Pairs pairs;                   // the rest of it
  // If places follow each other, pairs are of neighbours, and few slots change from one place to
  // the next: where they do, with the end. Then pairs, if there are any, are also in `links` (of a
  // place with the one before it, and zero at the end).
  std::vector<std::uint32_t> stretches;
  std::vector<double> links;
  double rest = 0.0;      // |c - R origin|^2
  double farthest = 0.0;  // the largest constant
};

// Open rows whose entries are numbers in the same few columns, as those of a spline between two
// knots: a matrix column by column, so that they go side by side.
struct RowPack {
  std::vector<std::uint32_t> rows;    // among Innovated::rows
  std::vector<std::uint32_t> places;  // all different
  std::vector<double> numbers;        // column by column, times the roots of the rows' weights
  std::vector<double> roots;
  std::size_t first = 0;  // of its rows among those of all packs
};

// Rows that are multiplied out at every evaluation, those of one supernode: a dense matrix over its
// rows.
struct DenseRows {
  std::uint32_t node = 0;
  std::vector<std::uint32_t> rows;       // among Innovated::rows
  std::vector<std::uint32_t> positions;  // per entry of these rows: in the matrix
  std::size_t matrix = 0;                // offset of its numbers
};

struct Equations {
  Innovated innovated;
  Supernodes supernodes;
  std::vector<std::uint32_t> entry_places;  // per entry of `innovated`: of its column
  Terms terms;
  std::vector<FixedRows> fixed_rows;
  std::vector<std::uint32_t> open_rows;  // among Innovated::rows: those that are in no fixed_rows
  std::vector<RowPack> row_packs;
  std::vector<std::uint32_t> lone_rows;  // open rows that are in no pack
  std::size_t packed_rows = 0;
  std::vector<DenseRows> dense_rows;
  std::vector<std::uint32_t> dense_of_node;  // per supernode: into dense_rows, or kNone
  std::size_t dense_numbers = 0;             // in all matrices of dense rows
  std::size_t most_dense_rows = 0;
  std::vector<double> is_innovation;  // per place: 1 or 0
  std::vector<double> own_count;      // per scale: columns whose innovations have it
  // Scales of which more is to be said than that they stand once in the value.
  std::vector<std::uint32_t> odd_scales;
  // Per scale: whether it may be zero, because it is that of innovations only and no scale of the
  // program.
  std::vector<bool> may_be_zero;
  double constant_term = 0.0;  // the block's, less the units of the innovations
  double nanoseconds = 0.0;    // of value and partials, about
  const dense::Kernels* kernels = nullptr;
  const Kernels* loops = nullptr;
};

// The first `scales_of_program` scales must be positive.
[[nodiscard]] Equations find_equations(const Block& block, std::size_t scales_of_program);
[[nodiscard]] inline Equations find_equations(const Block& block) {
  return find_equations(block, block.scales);
}
[[nodiscard]] std::size_t scratch_size(const Equations& equations);

struct Problem {
  const Block& block;
  const Equations& equations;
  const Inputs& inputs;
  std::span<double> scratch;
};

// As those of star.h.
[[nodiscard]] std::optional<Parts> parts(const Problem& problem);
[[nodiscard]] std::optional<Parts> parts_and_partials(const Problem& problem, const Seed& seed,
                                                      const Partials& partials);
[[nodiscard]] bool draw(const Problem& problem, std::span<const double> z, std::span<double> u);

}  // namespace equations
}  // namespace autumn::gaussian
