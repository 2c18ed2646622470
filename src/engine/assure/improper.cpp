// This file says which directions of the parameters nothing determines, as an error or as warnings.
#include "engine/assure/improper.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "collapse/analysis/undetermined.h"
#include "collapse/forms/squares.h"
#include "engine/assure/flat_directions.h"

namespace autumn::engine {
namespace {

using collapse::Direction;

std::string quoted(const model::Model& model, const Direction& direction) {
  const std::string text = collapse::to_text(model, direction);
  return direction.is_constant ? "`" + text + "`" : text;
}

Error improper(const model::Model& model, const std::vector<Direction>& directions) {
  std::vector<std::string> names;
  for (const Direction& direction : directions) names.push_back(quoted(model, direction));
  const bool is_alone = directions.size() == 1 && directions[0].terms.size() == 1;
  const std::string_view verb = directions.size() == 1 ? "is" : "are";
  return {.message = fmt::format(
              "the posterior is improper: {} {} not determined by the data, and {} proper prior",
              fmt::join(names, ", "), verb, is_alone ? "has no" : "none of these parameters has a"),
          .suggestion = is_alone ? "give it a proper prior; --allow-improper samples all the same"
                                 : "give one of them a proper prior; --allow-improper samples all "
                                   "the same",
          .where = model.variables[directions[0].terms[0].variable].where};
}

output::Warning hardly_determined(const model::Model& model, const Direction& direction) {
  return {.kind = output::WarningKind::kHardlyDetermined,
          .finding = fmt::format("{} is hardly determined by the data, and has no proper prior.",
                                 quoted(model, direction)),
          .meaning = "What the data say of it is lost in the last eight digits of the numbers.",
          .advice = "Give one of these parameters a proper prior, or centre and scale the data."};
}

output::Warning seems_flat(const model::Model& model, const Direction& direction) {
  return {
      .kind = output::WarningKind::kHardlyDetermined,
      .finding = fmt::format("{} does not seem to be determined: the density is the same along it.",
                             quoted(model, direction)),
      .meaning = "If so, the posterior is improper, and its draws have no meaning.",
      .advice = "Give one of these parameters a proper prior."};
}

std::vector<Direction> certain_ones(const std::vector<Direction>& found) {
  std::vector<Direction> certain;
  std::ranges::copy_if(found, std::back_inserter(certain), &Direction::is_certain);
  return certain;
}

// Squares that are added to target know only what is squared.
std::vector<Direction> undetermined(const model::Model& model) {
  return collapse::undetermined_directions(collapse::with_squares(model));
}

}  // namespace

std::optional<Error> improper_posterior(const model::Model& written) {
  const std::vector<Direction> certain = certain_ones(undetermined(written));
  return certain.empty() ? std::nullopt : std::optional(improper(written, certain));
}

Status check_determined(Prepared& prepared, std::vector<output::Warning>& warnings) {
  const model::Model& model = *prepared.written;
  const std::vector<Direction> found =
      timed(prepared.times, "directions", [&] { return undetermined(model); });
  if (found.empty()) {
    const std::vector<Direction> flat =
        timed(prepared.times, "flat directions", [&] { return flat_directions(prepared); });
    for (const Direction& direction : flat) warnings.push_back(seems_flat(model, direction));
  }
  for (const Direction& direction : found) {
    if (!direction.is_certain) warnings.push_back(hardly_determined(model, direction));
  }
  const std::vector<Direction> certain = certain_ones(found);
  if (certain.empty()) return Done{};
  return improper(model, certain);
}

}  // namespace autumn::engine
