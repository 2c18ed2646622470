// How long a stage took.
#pragma once

#include <string>

namespace autumn::output {

struct StageTime {
  std::string stage;
  double seconds = 0.0;

  bool operator==(const StageTime&) const = default;
};

}  // namespace autumn::output
