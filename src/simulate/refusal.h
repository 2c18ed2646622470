// A refusal says why a program has no generative reading, as an error at a place.
#pragma once

#include <string>

#include "base/error.h"
#include "model/model.h"

namespace autumn::simulate {

// "this program cannot be simulated: ..."
[[nodiscard]] Error refusal(std::string_view reason, std::string suggestion,
                            const SourceRange& where);

// A factor of the density that is no distribution.
[[nodiscard]] Error no_distribution(const model::Factor& factor);
// A statement that counts other than once.
[[nodiscard]] Error weighted(const model::Factor& factor);
// The left side is no piece of a parameter or of data.
[[nodiscard]] Error not_bare(const model::Model& model, const model::Factor& factor);
// A second statement about the same element; `name` is "theta[2]".
[[nodiscard]] Error drawn_twice(const model::Factor& factor, std::string_view name);
// A distribution that is not one over the values the variable may have.
[[nodiscard]] Error wrong_support(const model::Factor& factor, const model::Variable& variable);
// A parameter (an element of it) without a distribution.
[[nodiscard]] Error flat(const model::Variable& variable, std::string_view name);
// An element of observed data that no statement draws and the data do not have.
[[nodiscard]] Error not_given(const model::Variable& variable, std::string_view name);
// A multinomial without a total.
[[nodiscard]] Error no_total(const model::Factor& factor, std::string_view name);
// Arguments that depend on what can only be drawn afterwards; `name` is one such variable.
[[nodiscard]] Error no_order(const model::Factor& factor, std::string_view name);

}  // namespace autumn::simulate
