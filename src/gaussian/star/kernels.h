// This header declares the rotations of eight groups at a time, for every instruction set.
#pragma once

#include <array>
#include <cstddef>

#include "base/instruction_set.h"
#include "gaussian/star/star.h"

namespace autumn::gaussian::star {

inline constexpr std::size_t kMostScales = kMostLeaves + kMostHubs + kMostRows;
inline constexpr std::size_t kMostPairs = (kMostMet + 1) * (kMostMet + 2) / 2;

// A run with its inputs put in. (Here and below nothing is set to zero first: for small models that
// would take as long as the work.)
struct RunView {
  bool is_triangular;
  std::size_t own;
  std::size_t rows;
  std::size_t met;
  std::size_t leaves;  // see Sizes
  std::size_t leaf_rows;
  std::size_t batches;
  const double* numbers;
  std::size_t numbers_step;  // from batch to batch
  // The scales of own rows and the inverse scales of rows; steps from batch to batch: 0 for one
  // number that all groups share.
  std::array<const double*, kMostScales> scales;
  std::array<std::size_t, kMostScales> scale_steps;
  double* work;  // work_size(...) numbers per batch
};

[[nodiscard]] inline Sizes sizes_of(const RunView& run) {
  return {run.own, run.rows, run.met, run.leaves, run.leaf_rows};
}

// Rotations, the triangle of own columns (with the inverse of its diagonal; of leaves only what
// they have with hubs), their shared columns and constant, and what is left.
[[nodiscard]] inline std::size_t work_size(const Sizes& s) {
  const std::size_t inner = s.hubs();
  return kGroups * (2 * s.rows * s.row_own() + s.leaves * s.row_own() + inner * (inner + 1) / 2 +
                    (s.own + s.rows) * (s.met + 1));
}

// A product of many numbers.
struct Determinant {
  double mantissa;  // below 2^8
  double exponent;  // of 2
};

// Sums over all groups: products of two columns of [W w], at place_of_pair; and the product of the
// determinants of the triangles.
struct Forward {
  std::array<double, kMostPairs> pairs;
  Determinant determinant;
};
[[nodiscard]] inline std::size_t place_of_pair(std::size_t i, std::size_t j) {  // i <= j
  return j * (j + 1) / 2 + i;
}

// What comes back from the shared columns, and where results go. With e and v as in the design, the
// bar of a scale is the sum of residual * e^2 + determinant * |v|^2 of its rows.
struct Backward {
  const double* mean;    // of the columns met
  const double* factor;  // their covariance is F F', F lower triangular, row by row
  double residual;
  double determinant;
  double rest;                                  // the sum of all e^2
  std::array<double*, kMostScales> scale_bars;  // added to if shared by all, else written
  double* bars;  // of the numbers of the rows, rows_size per batch; may be absent
  std::size_t bars_step;
};

// For runs that have_means (see means_inl.h): sums over all groups, of symmetric matrices by the
// upper triangle, the product of determinants of Q, and in kSS the sums of s00^2, s00 s01, s01^2,
// s01 s11, s11^2.
struct Means {
  enum : std::size_t { kS = 0, kT = 3, kXX = 5, kInverse = 8, kSS = 10, kCount = 15 };
  std::array<double, kCount> sums;
  Determinant determinant;
};

// In numbers, to the end of a line.
inline constexpr std::size_t kMeansSize = 24;
static_assert(sizeof(Means) <= kMeansSize * sizeof(double));

// Given the means in units of the scales of the innovations: sums of squares of residuals and of
// innovations.
struct MeansSquares {
  std::array<double, 2> mean;
  double rows;
  std::array<double, 2> own;
};

// Own columns given the shared ones: in `draws`, own * kGroups per batch, standard normal numbers
// are replaced by the columns.
struct LaneDraw {
  const double* met;   // the values of the columns met
  const double* unit;  // as in the run
  double* draws;
};

struct Kernels {
  void (*forward)(const RunView& run, Forward& out) = nullptr;
  void (*backward)(const RunView& run, Backward& back) = nullptr;
  void (*draw)(const RunView& run, const LaneDraw& draw) = nullptr;  // after forward
  void (*means)(const RunView& run, Means& out) = nullptr;
  void (*means_squares)(const RunView& run, MeansSquares& out) = nullptr;  // after means
};

[[nodiscard]] const Kernels& kernels(InstructionSet set);

}  // namespace autumn::gaussian::star
