// This file counts the iterations in which a chain stays where it is.
#include "sample/stillness.h"

namespace autumn::sampler {

void Stillness::see(const Point& point) {
  if (last_ == point.position) {
    ++iterations_;
    return;
  }
  last_ = point.position;
  iterations_ = 0;
}

void Stillness::forget() {
  last_.clear();
  iterations_ = 0;
}

void Stillness::visit_fields(Fields& fields) {
  auto& [last, iterations] = *this;
  fields("last", last);
  fields("iterations", iterations);
}

void StillChain::visit_fields(Fields& fields) {
  auto& [begun_anew, without_a_move] = *this;
  fields("restarts", begun_anew);
  fields("iterations", without_a_move);
}

}  // namespace autumn::sampler
