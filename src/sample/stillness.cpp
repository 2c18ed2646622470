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

}  // namespace autumn::sampler
