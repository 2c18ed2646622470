// Times recurrences written by hand, as a limit of what native code could reach;
// bench/recurrences.py compiles and runs it.
//
//   recurrences SHAPE FILE X...
//
// The shape is garch, arma, hidden or hidden_scaled, the file has the data, and X is a point of
// unconstrained coordinates. Prints what `show` prints.
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "limit_timing.h"
#include "recurrence_hidden.h"
#include "recurrence_series.h"

namespace {

std::unique_ptr<blocks::Density> density_of(const std::string& shape, const blocks::Input& input) {
  using blocks::HiddenChain;
  if (shape == "garch") return std::make_unique<blocks::Garch>(input);
  if (shape == "arma") return std::make_unique<blocks::Arma>(input);
  if (shape == "hidden") return std::make_unique<HiddenChain>(input, HiddenChain::By::kLogarithms);
  if (shape == "hidden_scaled")
    return std::make_unique<HiddenChain>(input, HiddenChain::By::kProbabilities);
  return nullptr;
}

}  // namespace

int main(int count, char** words) {
  const auto density = count > 3 ? density_of(words[1], blocks::read(words[2])) : nullptr;
  if (!density) return std::fprintf(stderr, "usage: recurrences SHAPE FILE X...\n"), 2;
  blocks::Vector x;
  for (int k = 3; k < count; ++k) x.push_back(std::atof(words[k]));
  return blocks::show(*density, x);
}
