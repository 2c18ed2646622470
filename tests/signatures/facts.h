// A fact is one signature of Stan's own list, which tests/signatures/data/stan.txt holds in short.
#pragma once

#include <string>
#include <vector>

#include "stan/types/type.h"

namespace autumn::signatures {

struct Fact {
  std::string name;
  std::vector<stan::Type> arguments;
  stan::Type result;
};

// "normal_lpdf(real, vector, real) => real"
[[nodiscard]] std::string to_text(const Fact& fact);

// All of them, in the order of the file.
[[nodiscard]] std::vector<Fact> all_facts();

}  // namespace autumn::signatures
