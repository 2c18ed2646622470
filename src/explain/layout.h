// A layered layout draws factor graphs such that what depends on something stands below it.
#pragma once

#include <vector>

#include "explain/graph.h"

namespace autumn::explainer {

struct PicturePoint {
  double x = 0.0;
  double y = 0.0;
};

struct Layout {
  std::vector<PicturePoint> nodes;  // centres
  std::vector<PicturePoint> factors;
  double width = 0.0;
  double height = 0.0;
};

inline constexpr double kLayerHeight = 60.0;
inline constexpr double kSquare = 10.0;  // the side of a factor

// Half the width of the ellipse of a node.
[[nodiscard]] double half_width(const GraphNode& node);

// Layers by longest paths (edges that would close a cycle do not count), order within layers by the
// mean of the neighbours (Sugiyama's method with few sweeps).
[[nodiscard]] Layout lay_out(const FactorGraph& graph);

}  // namespace autumn::explainer
