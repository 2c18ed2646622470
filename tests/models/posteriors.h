// This header says which posteriors there are under models/posteriors, and what is known of them.
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace autumn::models {

struct Posterior {
  std::string_view name;
  bool is_quick = false;  // runs in `make test` too
};

void PrintTo(const Posterior& posterior, std::ostream* out);

[[nodiscard]] std::span<const Posterior> all_posteriors();

// One parameter of a reference.
struct ReferenceParameter {
  std::string name;  // as in `theta[1]`
  double mean = 0.0;
  double sd = 0.0;
};

struct Reference {
  double draws = 0.0;  // or the effective sample size: the precision of the means
  std::vector<ReferenceParameter> parameters;
};

// Fails the running test if the file cannot be read.
[[nodiscard]] Reference read_reference(const std::string& path);

}  // namespace autumn::models
