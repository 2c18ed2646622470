// This file has the names of the kinds of metric.
#include "base/metric_kind.h"

#include "base/error.h"

namespace autumn {

std::string_view to_text(MetricKind kind) {
  switch (kind) {
    case MetricKind::kUnit: return "unit_e";
    case MetricKind::kDiagonal: return "diag_e";
    case MetricKind::kDense: return "dense_e";
  }
  not_of_the_list("the metric");
}

}  // namespace autumn
