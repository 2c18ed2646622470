// A use says which elements and which data a factor of a model contains.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "collapse/forms/elements.h"
#include "model/model.h"

namespace autumn::explainer {

// Numbers that the user gave a name.
struct NamedData {
  std::string name;
  std::vector<double> numbers;  // first index fastest
};

// Elements by variable, increasing.
using ElementLists = std::map<std::size_t, std::vector<std::uint32_t>>;

struct FactorUses {
  ElementLists value;
  ElementLists arguments;
  bool has_plain_value = false;  // elements of one variable and nothing else
  bool has_data_value = false;
  bool has_rows_left = true;           // rows without a collapsed element
  std::size_t taken_rows = 0;          // rows with one, but for those that fell with leaves
  std::vector<std::string> data = {};  // names of data in the arguments; "" for those without one
};

// `leaves` are among the collapsed. Sound, and as exact as forms are: an element that is listed may
// in fact not matter.
[[nodiscard]] std::vector<FactorUses> factor_uses(const model::Model& model,
                                                  const collapse::ElementSet& collapsed,
                                                  const collapse::ElementSet& leaves,
                                                  std::span<const NamedData> data);

// The distribution's name; "condition" for an indicator and "density" for any other expression.
[[nodiscard]] std::string factor_name(const model::Graph& graph, const model::Factor& factor);

}  // namespace autumn::explainer
