// Range analysis finds an interval that holds every element of a node, whatever the values of the
// variables.
#pragma once

#include <vector>

#include "base/numbers.h"
#include "model/model.h"

namespace autumn::model {

// Sound, not complete: a range may be wider than the truth, never narrower. Exact arithmetic is
// meant: exp(x) is positive though it may underflow. NaN is in every range.
struct Range {
  double low = -kInfinity;
  double high = kInfinity;
  bool is_low_open = false;  // low itself is not reached
  bool is_high_open = false;

  [[nodiscard]] bool is_positive() const { return low > 0.0 || (low == 0.0 && is_low_open); }
  [[nodiscard]] bool is_non_negative() const { return low >= 0.0; }
  bool operator==(const Range&) const = default;
};

// Whether the node is log_softmax of a vector, or of each row of a matrix.
[[nodiscard]] bool is_log_softmax(const Graph& graph, NodeId id);

// One range per node of the model's graph.
[[nodiscard]] std::vector<Range> ranges(const Model& model);

}  // namespace autumn::model
