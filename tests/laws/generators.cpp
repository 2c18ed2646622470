// This file is the list of generators.
#include "laws/generators.h"

namespace autumn::laws {
namespace {

constexpr Generator kGenerators[] = {
    {"expressions", expressions, 1300},  // every phrase twice
    {"loops", loops, 600},
    {"groups", groups, 600},
    {"leaves", leaves, 600},
    {"improper", improper_priors, 600},
    {"extremes", extreme_scales, 600},
    {"squares", squares, 600},
    {"scales", scales, 600},
    {"conditions", conditions, 600},
    {"composites", composites, 600},
    {"chains", chains, 600},
    {"crosses", crosses, 600},
    {"covariances", covariances, 600},
    {"gaps", gaps, 600},
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
