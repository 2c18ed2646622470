// This file computes the tables of the ziggurat: the edges of its blocks, from the tail inwards.
#include "base/ziggurat.h"

#include <cmath>

namespace autumn {

ZigguratTables::ZigguratTables() {
  double f = std::exp(-0.5 * kTail * kTail);
  edge[0] = kArea / f;
  edge[1] = kTail;
  for (std::size_t i = 2; i < kBlocks; ++i) {
    edge[i] = std::sqrt(-2.0 * std::log(kArea / edge[i - 1] + f));
    f = std::exp(-0.5 * edge[i] * edge[i]);
  }
  edge[kBlocks] = 0.0;
  for (std::size_t i = 0; i < kBlocks; ++i) ratio[i] = edge[i + 1] / edge[i];
}

const ZigguratTables& ziggurat() {
  static const ZigguratTables kTables;
  return kTables;
}

}  // namespace autumn
