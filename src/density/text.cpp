// Printing and checking of a lowered model.
#include <fmt/format.h>

#include "density/lower.h"

namespace autumn::density {
namespace {

Error fault(std::string message) {
  return {.message = std::move(message), .suggestion = {}, .where = {}};
}

Status check_input(const Lowered& lowered, const expr::Graph& graph) {
  const bool is_right = graph.inputs().size() == 1 &&
                        graph.inputs()[0].shape == expr::Shape::vector(lowered.dimension);
  if (!is_right) return fault("a graph does not read one vector of all unconstrained numbers");
  return expr::check(graph);
}

Status check_places(const Lowered& lowered) {
  std::size_t start = 0;
  for (const Slice& place : lowered.slices) {
    if (place.start != start)
      return fault(fmt::format("a place starts at {}, not at {}", place.start, start));
    start += place.size;
  }
  if (start == lowered.dimension) return Done{};
  return fault(fmt::format("places fill {} of {} numbers", start, lowered.dimension));
}

}  // namespace

std::string to_text(const Lowered& lowered) {
  std::string text = fmt::format("dimension: {}\n", lowered.dimension);
  for (std::size_t i = 0; i < lowered.slices.size(); ++i) {
    const Slice& place = lowered.slices[i];
    text += fmt::format("variable {}: {} from {}\n", i + 1, place.size, place.start + 1);
  }
  return text + "density:\n" + to_text(lowered.density) + "values:\n" + to_text(lowered.values);
}

Status check(const Lowered& lowered) {
  if (Status status = check_places(lowered); !status) return status;
  for (const expr::Graph* graph : {&lowered.density, &lowered.values}) {
    if (Status status = check_input(lowered, *graph); !status) return status;
  }
  const auto& outputs = lowered.density.outputs();
  if (outputs.size() != 1 || !lowered.density.shape(outputs[0]).is_scalar()) {
    return fault("the density is not one number");
  }
  if (lowered.values.outputs().size() < lowered.slices.size()) {
    return fault(fmt::format("{} values for {} variables", lowered.values.outputs().size(),
                             lowered.slices.size()));
  }
  return Done{};
}

}  // namespace autumn::density
