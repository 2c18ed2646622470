// This file rolls a model, in sweeps until nothing rolls any more.
#include "model/roll/roll.h"

#include <utility>

#include "model/chains/chains.h"
#include "model/roll/factors.h"
#include "model/roll/products.h"

namespace autumn::model {

Model roll(const Model& model) {
  // What one sweep rolls can make neighbours alike that were not. A sweep that leaves the size of
  // the graph and the number of factors has found nothing.
  constexpr int kMostSweeps = 8;
  Model rolled = with_products(merge_factors(with_chains(model)));
  for (int sweep = 1; sweep < kMostSweeps; ++sweep) {
    Model next = with_products(merge_factors(rolled));
    const bool is_same =
        next.graph.size() == rolled.graph.size() && next.factors.size() == rolled.factors.size();
    rolled = std::move(next);
    if (is_same) break;
  }
  return rolled;
}

}  // namespace autumn::model
