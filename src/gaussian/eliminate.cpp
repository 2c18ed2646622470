// Elimination from the leaves to the roots.
#include "gaussian/eliminate.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "gaussian/adjoint.h"
#include "gaussian/batched.h"
#include "gaussian/front_work.h"
#include "gaussian/log_product.h"
#include "gaussian/plain.h"

namespace autumn::gaussian {
namespace {

// The logarithms of the scales with their counts, and what they leave in the rest.
Parts take_scales(const Block& block, const Inputs& inputs, double* inverse_scales) {
  LogProduct once;
  Parts out;
  for (std::size_t k = 0; k < block.scales; ++k) {
    const double scale = inputs.scales[k];
    const double inverse = 1.0 / scale;
    inverse_scales[k] = inverse;
    if (block.scale_count[k] == 1.0) {
      once.multiply(scale);
    } else if (block.scale_count[k] != 0.0) {
      out.log_normaliser += block.scale_count[k] * std::log(scale);
    }
    if (block.scale_rest[k] != 0.0) out.rest += block.scale_rest[k] * inverse * inverse;
  }
  out.log_normaliser += once.log();
  return out;
}

Parts eliminate_plain(const Block& block, const Symbolic& symbolic, const Inputs& inputs,
                      std::span<double> scratch) {
  scratch[0] = 0.0;
  const Memory<double> memory = memory_of(symbolic, scratch);
  std::fill_n(memory.matrices, symbolic.matrices, 0.0);
  const Parts scales = take_scales(block, inputs, memory.inverse_scales);
  PlainElimination plain(block, symbolic, inputs, memory);
  plain.add_empty_rows();
  for (const Front& front : symbolic.fronts) {
    if (front.is_root()) {
      plain.eliminate(front, {}, 0);
      continue;
    }
    const Front& parent = symbolic.fronts[front.parent];
    plain.eliminate(front, {memory.matrices + parent.matrix, parent.width(), 1}, parent.columns);
  }
  const double log_determinant = plain.determinant().log();
  // No finite determinant: nothing to integrate over. Infinity would look like a good point.
  const double log_normaliser = std::isfinite(log_determinant)
                                    ? block.constant_term - scales.log_normaliser - log_determinant
                                    : std::numeric_limits<double>::quiet_NaN();
  return {.log_normaliser = log_normaliser, .rest = scales.rest + plain.rest()};
}

constexpr AdjointSeed kOfValue{.rest = -0.5, .determinant = 1.0};
constexpr AdjointSeed kOfRest{.rest = 1.0, .determinant = 0.0};
constexpr AdjointSeed kOfNormaliser{.rest = 0.0, .determinant = 1.0};

}  // namespace

Parts eliminate(const Block& block, const Symbolic& symbolic, const Inputs& inputs,
                std::span<double> scratch) {
  AUTUMN_CHECK(inputs.coefficients.size() == block.coefficients &&
                   inputs.constants.size() == block.constants &&
                   inputs.scales.size() == block.scales,
               "a Gaussian block gets the numbers it was declared with");
  AUTUMN_CHECK(scratch.size() >= scratch_size(symbolic), "a Gaussian block gets its scratch");
  if (symbolic.batches.is_used()) {
    if (const auto both = eliminate_batched(block, symbolic, inputs, scratch)) return *both;
  }
  return eliminate_plain(block, symbolic, inputs, scratch);
}

Parts parts(const Block& block, const Symbolic& symbolic, const Inputs& inputs,
            std::span<double> scratch) {
  return eliminate(block, symbolic, inputs, scratch);
}

double value(const Block& block, const Symbolic& symbolic, const Inputs& inputs,
             std::span<double> scratch) {
  const Parts both = eliminate(block, symbolic, inputs, scratch);
  return both.log_normaliser - both.rest / 2;
}

double value_and_partials(const Block& block, const Symbolic& symbolic, const Inputs& inputs,
                          const Partials& partials, std::span<double> scratch) {
  const Parts both = eliminate(block, symbolic, inputs, scratch);
  adjoint({block, symbolic, inputs, kOfValue}, partials, scratch);
  return both.log_normaliser - both.rest / 2;
}

// The adjoint writes over the factor, so the second one eliminates again.
Parts parts_and_partials(const Block& block, const Symbolic& symbolic, const Inputs& inputs,
                         const PartsPartials& partials, std::span<double> scratch) {
  Parts both = eliminate(block, symbolic, inputs, scratch);
  if (is_wanted(partials.rest)) {
    adjoint({block, symbolic, inputs, kOfRest}, partials.rest, scratch);
    if (!is_wanted(partials.log_normaliser)) return both;
    both = eliminate(block, symbolic, inputs, scratch);
  }
  adjoint({block, symbolic, inputs, kOfNormaliser}, partials.log_normaliser, scratch);
  return both;
}

}  // namespace autumn::gaussian
