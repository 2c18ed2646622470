// This header says when a chain does not move at all, which is not the same as moving where the
// density is low.
#pragma once

#include <cstdint>
#include <vector>

#include "sample/hamiltonian.h"

namespace autumn::sampler {

// Counts iterations that left a chain where it was, to the bit. Whatever the step size is at first,
// its adaptation shrinks it by half or more at each rejection, so that so many in a row mean that
// no step is accepted, or that the accepted ones are too short to change a number: the point is a
// spike, an edge, or so steep that rounding holds it.
class Stillness {
 public:
  static constexpr std::int64_t kStill = 30;

  // After an iteration that tried to move.
  void see(const Point& point);
  void forget();

  [[nodiscard]] bool is_still() const { return iterations_ >= kStill; }
  // Iterations since the last move.
  [[nodiscard]] std::int64_t iterations() const { return iterations_; }
  void visit_fields(Fields& fields);

 private:
  std::vector<double> last_;
  std::int64_t iterations_ = 0;
};

// What warm-up had to say about a chain that did not move.
struct StillChain {
  std::vector<std::int64_t> restarts;  // iterations of warm-up before which it was begun anew
  std::int64_t iterations = 0;         // at the end of warm-up without a move, if it was still

  void visit_fields(Fields& fields);
};

}  // namespace autumn::sampler
