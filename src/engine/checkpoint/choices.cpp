// This file puts all that was chosen into one number.
#include "engine/checkpoint/choices.h"

#include <fmt/format.h>

#include <string>

#include "base/digest.h"
#include "collapse/text.h"
#include "engine/centring/centred.h"

namespace autumn::engine {
namespace {

std::string centring_text(const Centred& centred) {
  std::string text;
  for (std::size_t k = 0; k < centred.centring.variables.size(); ++k) {
    text += fmt::format("{}:", centred.centring.variables[k].variable);
    for (const double weight : centred.centring.weights[k]) text += fmt::format(" {:a}", weight);
  }
  return text;
}

}  // namespace

std::uint64_t choices_of(const Prepared& prepared) {
  std::string text = collapse::to_text(prepared.compressed, prepared.plan);
  text += fmt::format("\n{} dimensions\n", prepared.dimension);
  if (prepared.centred) text += centring_text(*prepared.centred);
  return digest(text);
}

}  // namespace autumn::engine
