// A random hierarchy is a program that has a generative reading: groups, nests, crosses, conjugate
// scales, and what is observed.
#pragma once

#include <cstdint>
#include <string>

namespace autumn::statistical {

struct Hierarchy {
  std::string program;
  std::string data;  // JSON, without what is observed
};

// The same for the same number.
[[nodiscard]] Hierarchy random_hierarchy(std::uint64_t number);

}  // namespace autumn::statistical
