// Times limits of collapsed Gaussian blocks, written by hand for one model each; bench/blocks.py
// compiles and runs it.
//
//   blocks SHAPE FILE X...
//
// The shape is cross, nested, chain, process, spline, regression, ridge, ridge_intercept or
// covariance, the file has the data, and X are logs of scales. Prints what `show` prints.
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "block_chain.h"
#include "block_cross.h"
#include "block_nested.h"
#include "block_pencil.h"
#include "block_process.h"
#include "block_spline.h"
#include "limit_timing.h"

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

}  // namespace

int main(int count, char** words) {
  const auto density = count > 3 ? density_of(words[1], blocks::read(words[2])) : nullptr;
  if (!density) return std::fprintf(stderr, "usage: blocks SHAPE FILE X...\n"), 2;
  blocks::Vector x;
  for (int k = 3; k < count; ++k) x.push_back(std::atof(words[k]));
  return blocks::show(*density, x);
}
