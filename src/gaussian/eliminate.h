// Numeric elimination of a Gaussian block gives its value, its partial derivatives, and draws.
//
// Orthogonal elimination front by front (multifrontal QR by Householder reflections), never through
// R'R, which loses all digits when scales differ much. Nothing here allocates except
// deficient_columns and very large fronts; all functions may run on several threads at once, each
// with its own scratch of scratch_size(symbolic) numbers (of fronts_scratch_size for `eliminate`
// and what follows it). NaN or impossible scales give NaN.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gaussian/block.h"
#include "gaussian/symbolic.h"

namespace autumn::gaussian {

// Where partial derivatives are written; an empty span means that nobody wants them.
struct Partials {
  std::span<double> coefficients;
  std::span<double> constants;
  std::span<double> scales;
};

// The value in two parts: it is log_normaliser - rest / 2. For a scale that the whole block shares.
struct Parts {
  double log_normaliser = 0.0;  // constant_term - sum count log scale - sum log |T_jj|
  double rest = 0.0;
};

[[nodiscard]] double value(const Block& block, const Symbolic& symbolic, const Inputs& inputs,
                           std::span<double> scratch);
// Returns the value.
double value_and_partials(const Block& block, const Symbolic& symbolic, const Inputs& inputs,
                          const Partials& partials, std::span<double> scratch);

[[nodiscard]] Parts parts(const Block& block, const Symbolic& symbolic, const Inputs& inputs,
                          std::span<double> scratch);
struct PartsPartials {
  Partials log_normaliser;
  Partials rest;
};
Parts parts_and_partials(const Block& block, const Symbolic& symbolic, const Inputs& inputs,
                         const PartsPartials& partials, std::span<double> scratch);

// Leaves the triangular factor in `scratch`, for draw and log_conditional. Returns what `parts`
// does.
Parts eliminate(const Block& block, const Symbolic& symbolic, const Inputs& inputs,
                std::span<double> scratch);

// After eliminate: u = T^-1 (d + z), with standard normal z (one per column, in the order of the
// columns) a draw of the columns given everything else; with z = 0 their conditional mean.
void draw(const Symbolic& symbolic, std::span<const double> scratch, std::span<const double> z,
          std::span<double> u);

// Both in one, and by the fastest way there is: z may lead to another u than by eliminate and draw,
// with the same distribution.
void draw(const Block& block, const Symbolic& symbolic, const Inputs& inputs,
          std::span<const double> z, std::span<double> u, std::span<double> scratch);

// After eliminate: the log density of u given everything else, with its constants.
[[nodiscard]] double log_conditional(const Symbolic& symbolic, std::span<const double> scratch,
                                     std::span<const double> u);

// About what rounding may have done to log_conditional and to the rest: the errors of an orthogonal
// elimination are epsilon times the sizes of what was added up, of which little may be left.
[[nodiscard]] double rounding_of_conditional(const Symbolic& symbolic,
                                             std::span<const double> scratch,
                                             std::span<const double> u);
[[nodiscard]] double rounding_of_rest(const Block& block, const Inputs& inputs, double rest);

// Whether a fast way has an answer at these inputs, which it has only where all columns are
// determined.
[[nodiscard]] bool has_fast_answer(const Block& block, const Symbolic& symbolic,
                                   const Inputs& inputs);

// Columns that the rows do not determine at these inputs: |T_jj| is not finite or at most 1e-10 of
// the norm of the column. In the order of the columns.
[[nodiscard]] std::vector<std::uint32_t> deficient_columns(const Block& block,
                                                           const Symbolic& symbolic,
                                                           const Inputs& inputs);

}  // namespace autumn::gaussian
