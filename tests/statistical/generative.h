// This header has generative models for the statistical laws: each as a program that simulates and
// one that fits.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "trace/trace.h"

namespace autumn::statistical {

struct Generative {
  std::string_view name;
  std::string_view simulate;  // generated quantities: parameters, data, and log_lik
  std::string_view fit;       // the same parameters and data, log_lik a transformed parameter
  std::vector<std::string> data;
  std::vector<std::string> ranked;  // columns whose ranks are tested; log_lik is always one of them
  std::size_t kept = 0;             // dimensions left: that collapse happened is part of the test
};

void PrintTo(const Generative& model, std::ostream* out);

[[nodiscard]] const std::vector<Generative>& generative_models();

// Values by name, in storage order.
using Values = std::map<std::string, std::vector<double>>;

// Simulates from the prior; the same for the same seed.
class Simulator {
 public:
  explicit Simulator(const Generative& model);
  [[nodiscard]] Values operator()(std::uint64_t seed) const;

 private:
  trace::Traced traced_;
};

// The model with these data.
class Fitter {
 public:
  explicit Fitter(const Generative& model);
  [[nodiscard]] trace::Traced operator()(const Values& values) const;

 private:
  const Generative& model_;
  std::shared_ptr<const stan::Program> program_;
};

}  // namespace autumn::statistical
