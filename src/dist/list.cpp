// This file holds the list of all distributions, by name.
#include "dist/list.h"

#include <array>

namespace autumn::dist {

std::span<const Distribution* const> all_distributions() {
  static const std::array kAll = {
#define AUTUMN_X(name) &name(),
      AUTUMN_DISTRIBUTIONS(AUTUMN_X)
#undef AUTUMN_X
  };
  return kAll;
}

const Distribution* find(std::string_view name) {
  for (const Distribution* distribution : all_distributions()) {
    if (distribution->name == name) return distribution;
  }
  return nullptr;
}

}  // namespace autumn::dist
