// This header has the random numbers of generated quantities that are traced: which are drawn, in
// the order of the program, and from what.
#pragma once

#include <map>
#include <vector>

#include "dist/distribution.h"
#include "trace/builtin.h"
#include "trace/machine.h"

namespace autumn::trace {

// Numbers drawn one after the other at the same place of the program.
struct DrawStep {
  std::uint32_t site = 0;
  std::uint32_t count = 0;
};

// A place of the program that calls for numbers.
struct DrawSite {
  const dist::Distribution* distribution = nullptr;  // of single numbers
  std::vector<expr::Shape> arguments;                // of one draw: scalars or vectors
};

struct DrawPlan {
  std::vector<DrawSite> sites;
  std::vector<DrawStep> steps;
  std::size_t size = 0;  // of all steps
};

// Records calls of _rng functions while a block is traced.
class DrawRecorder {
 public:
  // An upper limit: how many there are shows in the end.
  static constexpr std::size_t kMostNumbers = std::size_t{1} << 24;

  // `numbers` is the input of the graph that stands for what is drawn, a vector of kMostNumbers.
  DrawRecorder(Machine& machine, NodeId numbers) : machine_(machine), numbers_(numbers) {}

  // The part of the input that the call stands for. Fails if its distribution is not one of single
  // numbers.
  [[nodiscard]] Value record(const BuiltinCall& call);

  [[nodiscard]] const DrawPlan& plan() const { return plan_; }
  // Site by site, every argument: a vector of what each number is drawn from, one after the other.
  [[nodiscard]] std::vector<NodeId> arguments();

 private:
  // Fails if the arguments are not alike in all calls.
  [[nodiscard]] std::uint32_t site_of(const BuiltinCall& call, DrawSite site);

  Machine& machine_;
  NodeId numbers_;
  DrawPlan plan_;
  std::map<const stan::Call*, std::uint32_t> sites_;
  std::vector<std::vector<std::vector<NodeId>>> parts_;  // by site and argument
};

}  // namespace autumn::trace
