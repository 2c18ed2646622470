// A cross is a block of effects that are crossed: the fast way where the columns of one scale, the
// leaves, meet each other in no row, and the columns beside them are few.
//
// It takes the sums of fixed rows from the normal equations (equations.h), Q = I + T (sum of G /
// s^2) T, with T the scales of innovations. Leaves are diagonal in Q, so that their elimination is
// a weighted sum of squares of the rows C of G between leaves and the rest, and what is left is one
// small dense matrix. With d_i = 1 + t^2 G_ii / s^2, its inverse V, and e the innovations that are
// likeliest, all derivatives are sums:
//
//   d log det Q / 2 by log t of the leaves = sum (1 - 1 / d_i) - tr(V T (C' D^-2 C) T) t^2 / s^4
//   the same by log t of others            = sum over their rows of V * (Schur complement less I)
//
// and those of the sum of squares are of e and of the residuals alone. The guards are those of the
// normal equations, which must answer where there is no answer here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gaussian/block.h"
#include "gaussian/equations/equations.h"
#include "gaussian/seed.h"

namespace autumn::gaussian::cross {

struct Kernels;

// Known numbers of columns of one kind, in one order: the sum of squares of rows is
// rest - 2 d'gradient + d'G d with d = t e - origin (equations::FixedRows).
struct Known {
  std::vector<double> squares;  // the diagonal of G
  std::vector<double> right;    // R'c
  std::vector<double> origin;
  std::vector<double> gradient;
};

// Rows of a scale that is known, over the rest, whose columns are as they stand.
struct KnownRows {
  std::vector<std::uint32_t> columns;  // of the rest
  Known known = {};
  struct Pair {
    std::uint32_t row, column;  // into `columns`
    double number;
  };
  std::vector<Pair> pairs = {};
  double rest = 0.0;
};

struct Cross {
  std::int32_t scale = -1;     // s; negative: 1
  std::size_t leaf_scale = 0;  // t of the leaves
  std::size_t leaves = 0;      // how many
  std::size_t columns = 0;     // of the rest
  std::size_t stride = 0;      // between rows of matrices over the rest, with room for two more
  Known of_leaves, of_rest;
  std::vector<double> between;                            // C, leaf by leaf
  std::vector<double> gram;                               // G of the rest, all of it
  std::vector<std::uint32_t> leaf_columns, rest_columns;  // of the block
  std::vector<std::int32_t> scale_of;                     // per column of the rest: t; negative: 1
  std::vector<double> is_innovation;                      // per column of the rest: 1 or 0
  double rest = 0.0;                                      // of the rows
  double farthest = 0.0;                                  // the largest constant
  std::vector<KnownRows> known_rows;
  std::size_t all_columns = 0;  // of the block, with those that no row has
  double nanoseconds = 0.0;     // of value and partials, about
  const Kernels* kernels = nullptr;
};

// None if the block is no cross, or if it does not pay.
[[nodiscard]] std::optional<Cross> find_cross(const Block& block,
                                              const equations::Equations& equations);
[[nodiscard]] std::size_t scratch_size(const Cross& cross, const equations::Equations& equations);

struct Problem {
  const Block& block;
  const equations::Equations& equations;
  const Cross& cross;
  const Inputs& inputs;
  std::span<double> scratch;
};

// As those of ways.h.
[[nodiscard]] std::optional<Parts> parts_and_partials(const Problem& problem, const Seed& seed,
                                                      const Partials& partials);
[[nodiscard]] bool draw(const Problem& problem, std::span<const double> z, std::span<double> u);

}  // namespace autumn::gaussian::cross
