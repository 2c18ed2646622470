// This file has the texts of refusals.
#include "simulate/refusal.h"

#include <fmt/format.h>

#include "dist/distribution.h"

namespace autumn::simulate {

Error refusal(std::string_view reason, std::string suggestion, const SourceRange& where) {
  return {.message = fmt::format("this program cannot be simulated: {}", reason),
          .suggestion = std::move(suggestion),
          .where = where};
}

Error no_distribution(const model::Factor& factor) {
  return refusal(
      "this adds a term to the density that is no distribution",
      "write it as `~` with a distribution that can be drawn from; mixtures, truncations "
      "with unknown arguments and Jacobians have no such form",
      factor.where);
}

Error weighted(const model::Factor& factor) {
  return refusal(
      fmt::format("this counts the density of {} other than once", factor.distribution->name),
      "a weighted statement draws nothing: leave out its weight", factor.where);
}

Error not_bare(const model::Model& model, const model::Factor& factor) {
  if (model.graph.is_constant(factor.value)) {
    return refusal("the left side is known, but is no data variable",
                   "put a data variable there, without computing anything from it", factor.where);
  }
  return refusal("the left side is computed from parameters or data",
                 "put a parameter or a data variable there; a transformed parameter is best given "
                 "by what it is made of",
                 factor.where);
}

Error drawn_twice(const model::Factor& factor, std::string_view name) {
  return refusal(fmt::format("`{}` has another distribution already", name),
                 "each parameter and each observation is drawn by one statement", factor.where);
}

Error wrong_support(const model::Factor& factor, const model::Variable& variable) {
  return refusal(
      fmt::format("{} does not draw values that `{}` may have, which is declared as {}",
                  factor.distribution->name, variable.name, model::name_of(variable.support.kind)),
      "choose a distribution over the declared type", factor.where);
}

Error flat(const model::Variable& variable, std::string_view name) {
  return refusal(fmt::format("`{}` has no distribution", name),
                 "give it a prior; a flat one can be drawn from only between two known bounds",
                 variable.where);
}

Error not_given(const model::Variable& variable, std::string_view name) {
  return refusal(fmt::format("no statement draws `{}`, and the data do not have it", name),
                 "give its value in the data", variable.where);
}

Error no_total(const model::Factor& factor, std::string_view name) {
  return refusal(fmt::format("the data do not have `{}`, so that its total is not known", name),
                 "give counts in the data: new ones have the same total", factor.where);
}

Error no_order(const model::Factor& factor, std::string_view name) {
  return refusal(
      fmt::format("the right side depends on `{}`, and that on what is drawn here", name),
      "what is on the right must be known before what is on the left is drawn", factor.where);
}

}  // namespace autumn::simulate
