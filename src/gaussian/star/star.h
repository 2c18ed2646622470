// A star is groups of a few columns that meet only in columns shared by many, as in most
// hierarchies.
//
// Integrates a block without a front per group: groups of one shape are eliminated eight at a
// time, in vector lanes. The own columns of a group are taken as innovations (their distances from
// their means), so that its rows become [I 0 0; B C g] over (innovations, shared columns,
// right-hand side), and rotations of B into the unit rows leave [W w], rows over shared columns
// only. These go into the shared columns' normal equations: scales that differ much have met their
// end in the rotations, and where columns are still so alike that digits would be lost (or anything
// is not finite), there is no answer, and the elimination of eliminate.h must give it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "base/instruction_set.h"
#include "gaussian/block.h"
#include "gaussian/seed.h"
#include "gaussian/star/aligned.h"

namespace autumn::gaussian {

struct Partials;
struct Parts;

namespace star {

inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
inline constexpr std::size_t kGroups = 8;     // side by side
inline constexpr std::size_t kMostOwn = 4;    // columns of a group that is no arrow
inline constexpr std::size_t kMostHubs = 2;   // of an arrow
inline constexpr std::size_t kMostRows = 24;  // of a group, beside those that are its columns' own
inline constexpr std::size_t kMostLeaves = kMostRows;
inline constexpr std::size_t kMostMet = 8;  // shared columns that one group meets
inline constexpr std::size_t kMostShared = 32;

// The scale of a row in every group of a run: one for all, or one per group.
struct ScaleChoice {
  bool is_for_all = true;
  std::int32_t slot = -1;            // for all; negative: the scale is 1
  std::vector<std::uint32_t> slots;  // per batch and group
};

// A number of a run to which an input is added.
struct Cell {
  std::uint32_t place = 0;  // in the run's numbers
  std::uint32_t slot = 0;
  double multiplier = 1.0;
};

// What must agree between groups that lie side by side. Of an arrow (see arrow_inl.h) the leaves
// come before the hubs, and leaf l has `leaf_rows` rows from l * leaf_rows on; rows after these,
// which have no leaf, count as rows of the last one.
struct Sizes {
  std::size_t own = 0;
  std::size_t rows = 0;
  std::size_t met = 0;
  std::size_t leaves = 0;  // 0: no arrow
  std::size_t leaf_rows = 0;

  [[nodiscard]] std::size_t hubs() const { return own - leaves; }
  // How many own columns a row has a number for, and which they are.
  [[nodiscard]] std::size_t row_own() const { return leaves == 0 ? own : 1 + hubs(); }
  [[nodiscard]] std::size_t own_of(std::size_t row, std::size_t k) const {
    if (leaves == 0) return k;
    return k == 0 ? std::min(row / leaf_rows, leaves - 1) : leaves + k - 1;
  }
};

// Batches of groups of one shape that meet the same shared columns. Numbers come in eights, one for
// each group of a batch; per batch they are, for each row, its own columns, shared columns and
// constant, then for each own column the shared columns and the constant of its own row. Where
// cells add to nothing but constants of rows, innovations have been put in (see substitute).
struct Run {
  bool is_triangular = false;   // row i has no entry for own columns before i, as after compression
  bool is_substituted = false;  // innovations have been put in
  bool has_means = false;       // the shared columns are the means of the own ones: see means_inl.h
  std::size_t own = 0;
  std::size_t rows = 0;
  std::size_t leaves = 0;     // see Sizes
  std::size_t leaf_rows = 0;  //
  std::size_t batches = 0;
  std::size_t padding = 0;          // empty groups at the end of the last batch
  std::vector<std::size_t> empty;   // per own column: groups that have none, with the padding
  std::vector<std::uint32_t> met;   // shared columns, as places in Stars::shared
  std::vector<ScaleChoice> scales;  // of the own rows, then of the rows
  // Of the block: per batch, own column and group, or kNone where there is none.
  std::vector<std::uint32_t> columns;
  AlignedNumbers unit;  // so: what the own row multiplies the column by
  AlignedNumbers numbers;
  std::vector<Cell> coefficients;
  std::vector<Cell> constants;
  std::vector<double> moved;  // if substituted, per row: the largest move of a constant
  std::size_t scratch = 0;    // where its part of the scratch memory begins

  [[nodiscard]] Sizes sizes() const { return {own, rows, met.size(), leaves, leaf_rows}; }
  [[nodiscard]] std::size_t row_width() const { return sizes().row_own() + met.size() + 1; }
  [[nodiscard]] std::size_t own_width() const { return met.size() + 1; }
  [[nodiscard]] std::size_t rows_size() const { return kGroups * rows * row_width(); }
  [[nodiscard]] std::size_t batch_size() const { return rows_size() + kGroups * own * own_width(); }
  [[nodiscard]] std::uint32_t column(std::size_t own_column, std::size_t group) const {
    return columns[(group / kGroups * own + own_column) * kGroups + group % kGroups];
  }
  [[nodiscard]] bool is_fixed() const { return coefficients.empty() && constants.empty(); }
};

struct Kernels;

struct Stars {
  std::vector<std::uint32_t> shared;       // columns of the block
  std::vector<std::uint32_t> shared_rows;  // rows that have no other columns, and some input
  std::vector<std::uint32_t> fixed_rows;   // those without, and their normal equations
  std::vector<double> fixed_gram;          // row by row, on and below the diagonal
  std::vector<double> fixed_right;
  std::vector<std::uint32_t> shared_place;  // per column of the block: its place in `shared`
  std::vector<double> scale_count;          // the block's, less the innovations with the scale
  double constant_term = 0.0;
  std::vector<Run> runs;
  std::size_t scratch = 0;
  const Kernels* kernels = nullptr;  // those of an instruction set
};

// About what value and partials take.
[[nodiscard]] double nanoseconds_of(const Stars& stars);

// None if the block is not of this kind.
[[nodiscard]] std::optional<Stars> find_stars(const Block& block);

// Puts innovations in the place of own columns: their own rows times the row's own entries are
// taken from the row. For the numbers of one batch; `moved` is raised, per row, to the largest
// number that a constant was moved by.
void substitute(const Run& run, double* numbers, std::span<double> moved);
// From bars of what substitute made to bars of what it was given.
void substitute_back(const Run& run, const double* numbers, double* bars);

struct Problem {
  const Block& block;
  const Stars& stars;
  const Inputs& inputs;
  std::span<double> scratch;  // at least stars.scratch numbers
};

// The parts of eliminate.h, and partials of the combination that `seed` says; nothing if digits
// would be lost.
[[nodiscard]] std::optional<Parts> parts_and_partials(const Problem& problem, const Seed& seed,
                                                      const Partials& partials);

// A draw of all columns from standard normal numbers, one per column, as draw in eliminate.h (but
// not the same one). False, and nothing done, if digits would be lost.
[[nodiscard]] bool draw(const Problem& problem, std::span<const double> z, std::span<double> u);

}  // namespace star
}  // namespace autumn::gaussian
