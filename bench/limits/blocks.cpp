// Times limits of collapsed Gaussian blocks, written by hand for one model each; bench/blocks.py
// compiles and runs it.
//
//   blocks SHAPE FILE X...
//
// The shape is cross, nested, chain, process, spline, regression, ridge, ridge_intercept or
// covariance, the file has the data, and X are logs of scales. Prints JSON: the gradient there, its
// largest relative distance from central differences (exit code 1 if it is large), and nanoseconds
// of the value and of value and gradient: the best of many batches.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "block_chain.h"
#include "block_cross.h"
#include "block_nested.h"
#include "block_pencil.h"
#include "block_process.h"
#include "block_spline.h"

namespace {

std::unique_ptr<blocks::Density> density_of(const std::string& shape, const blocks::Input& input) {
  if (shape == "cross") return std::make_unique<blocks::Cross>(input);
  if (shape == "chain") return std::make_unique<blocks::Chain>(input);
  if (shape == "nested") return std::make_unique<blocks::Nested>(input);
  if (shape == "spline") return std::make_unique<blocks::Spline>(input);
  if (shape == "process") return std::make_unique<blocks::Process>(input);
  if (shape == "ridge_intercept") return std::make_unique<blocks::Bordered>(input);
  for (const char* name : {"regression", "ridge", "covariance"})
    if (shape == name) return std::make_unique<blocks::Pencil>(shape, input);
  return nullptr;
}

double distance_from_differences(blocks::Density& density, blocks::Vector x,
                                 const blocks::Vector& gradient) {
  double worst = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double at = x[k], step = 1e-4;
    double sum = 0;
    for (const auto& [offset, weight] :
         {std::pair{1.0, 8.0}, {-1.0, -8.0}, {2.0, -1.0}, {-2.0, 1.0}}) {
      x[k] = at + offset * step;
      sum += weight * density(x.data(), nullptr);
    }
    x[k] = at;
    const double difference = sum / (12 * step);
    worst = std::max(worst, std::abs(difference - gradient[k]) / (1 + std::abs(difference)));
  }
  return worst;
}

// The next point depends on what came before, as in HMC.
double nanoseconds(blocks::Density& density, blocks::Vector x, double* gradient) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  double best = 1e300, at = x[0];
  std::size_t count = 1;
  for (int batch = 0; batch < 400 && Clock::now() - begin < std::chrono::seconds(4); ++batch) {
    const auto start = Clock::now();
    for (std::size_t k = 0; k < count; ++k) x[0] = at + 1e-300 * density(x.data(), gradient);
    const double spent = std::chrono::duration<double, std::nano>(Clock::now() - start).count();
    best = std::min(best, spent / double(count));
    if (spent < 5e4) count = std::max(count + 1, std::size_t(6e4 / best));
  }
  return best;
}

}  // namespace

int main(int count, char** words) {
  const auto density = count > 3 ? density_of(words[1], blocks::read(words[2])) : nullptr;
  if (!density) return std::fprintf(stderr, "usage: blocks SHAPE FILE X...\n"), 2;
  blocks::Vector x;
  for (int k = 3; k < count; ++k) x.push_back(std::atof(words[k]));
  blocks::Vector gradient(x.size());
  (*density)(x.data(), gradient.data());
  const double distance = distance_from_differences(*density, x, gradient);
  std::printf("{\"gradient\": [");
  for (std::size_t k = 0; k < x.size(); ++k) std::printf("%s%.17g", k ? ", " : "", gradient[k]);
  const double value = nanoseconds(*density, x, nullptr),
               both = nanoseconds(*density, x, gradient.data());
  std::printf("], \"distance\": %.3g, \"ns_per_value\": %.1f, \"ns_per_gradient\": %.1f}\n",
              distance, value, both);
  return distance < 1e-5 ? 0 : 1;
}
