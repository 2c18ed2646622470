// The whitened form of a block: small vectors that share a covariance which changes (intercepts and
// slopes by group, their correlations sampled) are taken in units of its Cholesky factor, so that a
// program which writes u_g ~ multi_normal(m, L L') becomes the block of one that writes m + L v_g.
//
// The prior of such a vector is rows S (u - m) + constants, with S triangular: the inverse of L, or
// the transposed factor of a precision. v = S (u - m) has the unit rows, u = m + L v with L = S^-1
// enters all other rows, and log |det T| of u is that of v and the sum of log |S_kk|. Elements of L
// are computed here, and added to the coefficients.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gaussian/block.h"
#include "gaussian/seed.h"
#include "gaussian/ways.h"

namespace autumn::gaussian {

// The vectors that share a factor.
struct WhitenedKind {
  std::size_t length = 0;
  std::vector<std::uint32_t> slots;  // of S, row by row, on and below the diagonal
  std::size_t first_added = 0;       // of L, likewise
  std::size_t vectors = 0;
};

struct WhitenedVector {
  struct Mean {
    std::uint32_t element = 0;
    std::uint32_t column = 0;
    double multiplier = 1.0;
  };
  std::size_t kind = 0;
  std::vector<std::uint32_t> columns;
  std::vector<Mean> means;
};

// With the ways through its block.
struct Whitened : Ways {
  Block block;  // coefficients: those of the block, then the elements of factors
  std::vector<WhitenedKind> kinds;
  std::vector<WhitenedVector> vectors;
};

// None if no two vectors share a factor. Whether its ways are faster is for those to ask who find
// them.
[[nodiscard]] std::optional<Whitened> whitened(const Block& block);
[[nodiscard]] std::size_t scratch_size(const Whitened& whitened);

struct WhitenedProblem {
  const Whitened& whitened;
  const Inputs& inputs;  // of the block as it was
  std::span<double> scratch;
};

// As those of ways.h.
[[nodiscard]] std::optional<Parts> parts_and_partials(const WhitenedProblem& problem,
                                                      const Seed& seed, const Partials& partials);
[[nodiscard]] bool draw(const WhitenedProblem& problem, std::span<const double> z,
                        std::span<double> u);

}  // namespace autumn::gaussian
