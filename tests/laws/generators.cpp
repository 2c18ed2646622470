// The list of generators.
#include "laws/generators.h"

namespace autumn::laws {
namespace {

constexpr Generator kGenerators[] = {
    {"expressions", expressions},
    {"loops", loops},
    {"groups", groups},
    {"leaves", leaves},
    {"improper", improper_priors},
    {"extremes", extreme_scales},
};

}  // namespace

std::span<const Generator> all_generators() {
  return kGenerators;
}

const Generator* find_generator(std::string_view name) {
  for (const Generator& generator : kGenerators) {
    if (generator.name == name) return &generator;
  }
  return nullptr;
}

}  // namespace autumn::laws
