// The collapse law says that the joint density is the collapsed one times that of the recovery.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "collapse/collapse.h"
#include "expr/interpret.h"
#include "recover/recover.h"

namespace autumn::recover {

enum class Verdict : std::uint8_t {
  kHolds,
  kRejected,  // the joint density is zero or NaN there, and so is the collapsed one
  kBlind,     // rounding or overflow leaves nothing to compare
  kFails,
};

// log joint(z, theta) - log collapsed(theta) - log recovery(z | theta) at one point.
struct Law {
  double joint = 0.0;
  double collapsed = 0.0;
  double recovery = 0.0;
  double size = 1.0;      // 1 + the sum of the sizes of all terms of the joint density
  double rounding = 0.0;  // what rounding may have done to the sum; looked for where it matters
  Verdict verdict = Verdict::kHolds;

  [[nodiscard]] double error() const;  // relative to the size
};

// What the law is about: a model as it was written, and what collapsing made of it.
struct LawSubject {
  const model::Model& model;
  const model::Model& smaller;
  const collapse::Recovery& recovery;
};

// The law at any number of points, all with the reference interpreter. What it is about must
// outlive it.
class CollapseLaw {
 public:
  explicit CollapseLaw(const LawSubject& subject);

  // At these values of all variables.
  [[nodiscard]] Law at(std::span<const expr::Array> whole) const;
  // The same at a draw of all variables, which rounding may have moved out of its support.
  [[nodiscard]] Law at_draw(std::span<const expr::Array> whole, std::uint64_t trial) const;
  // At these values of the kept variables: the others are recovered, or where the point is
  // rejected, anywhere in their support.
  [[nodiscard]] Law at_kept(std::span<const expr::Array> kept, std::uint64_t trial) const;
  // At kept variables from standard normal unconstrained numbers.
  [[nodiscard]] Law at_random(std::uint64_t trial) const;

 private:
  // A model's log density as terms of a graph.
  struct Density {
    expr::Graph graph;
    std::vector<expr::NodeId> terms;
  };
  [[nodiscard]] static Density density_of(const model::Model& model);
  void judge(Law& law, std::span<const expr::Array> kept, std::span<const expr::Array> whole) const;
  struct Rounding {
    double of_joint = 0.0;
    double of_all = 0.0;
  };
  // Stops when there is enough of it for a difference of this size.
  [[nodiscard]] Rounding rounding_at(std::span<const expr::Array> kept,
                                     std::span<const expr::Array> whole, double to_explain) const;
  // Whether rounding decides if the joint density is a number: a matrix is singular to rounding.
  [[nodiscard]] bool is_at_edge(std::span<const expr::Array> whole) const;
  [[nodiscard]] bool overflows_at(std::span<const expr::Array> kept,
                                  std::span<const expr::Array> whole) const;
  [[nodiscard]] std::vector<expr::Array> recovered(std::span<const expr::Array> kept,
                                                   std::uint64_t trial) const;

  LawSubject subject_;
  Density joint_;
  Density collapsed_;
  PreparedRecovery program_;
};

[[nodiscard]] inline LawSubject subject_of(const model::Model& model,
                                           const collapse::Collapsed& collapsed) {
  return {model, collapsed.model, collapsed.recovery};
}

}  // namespace autumn::recover
