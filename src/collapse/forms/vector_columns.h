// Vector columns: elements that Gaussian vectors of one covariance contain are vectors themselves
// where every component of a row has the same coefficients.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "collapse/forms/form.h"

namespace autumn::collapse {

// An element of a variable.
struct ElementPlace {
  std::uint32_t variable = 0;
  std::uint32_t element = 0;

  auto operator<=>(const ElementPlace&) const = default;
};

// Row `row` of a factor has multiplier * coefficient times a vector in its residual.
struct VectorEntry {
  std::uint32_t row = 0;
  std::uint32_t vector = 0;
  double multiplier = 0.0;
  std::optional<NodeId> coefficient = std::nullopt;  // one if there is none
  std::uint32_t slot = 0;                            // of the coefficient
};

// residual of a row = something + sum over entries of multiplier * coefficient * vector.
struct VectorColumns {
  std::size_t length = 0;                          // of a vector
  std::vector<std::vector<ElementPlace>> vectors;  // the elements of each, by component
  std::vector<std::vector<VectorEntry>> entries;   // of each factor
};

// Of residuals of `length` components, rows one after the other, as far as they contain elements
// that `counts`. Nothing if an element is in several components, if components differ in their
// coefficients or in how many elements they have, or if there is too much of it: the integral is
// taken with dense matrices.
[[nodiscard]] std::optional<VectorColumns> vector_columns(
    const Builder& builder, std::size_t length, std::span<const Form> residuals,
    const std::function<bool(std::size_t variable, std::size_t element)>& counts);

}  // namespace autumn::collapse
