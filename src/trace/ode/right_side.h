// A right side is that of a differential equation, written as a function of the program, as flat
// programs with derivatives.
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "solve/ode_solver.h"
#include "stan/syntax/ast.h"
#include "trace/machine.h"
#include "trace/ode/flat_graph.h"

namespace autumn::trace {

// Values of the symbolic arguments at one point.
struct OdePoint {
  double t = 0.0;
  std::span<const double> y;
  std::span<const double> parameters;  // all symbolic arguments, one after the other
};

// What of the slopes of a right side is not always 0, with the places of the numbers.
struct SlopePattern {
  std::vector<std::uint32_t> f;
  std::vector<solve::OdeSystem::Slope> by_state;
  std::vector<solve::OdeSystem::Slope> by_parameter;
};

// One way through the function: the conditions met on it, how they were decided, and what it
// computes as long as they hold. Its graphs are those of single numbers unless they are large.
class OdePath {
 public:
  // The outputs of the graph are the conditions, then f.
  OdePath(std::vector<double> decisions, expr::Graph graph);

  [[nodiscard]] const std::vector<double>& decisions() const { return decisions_; }
  // Outputs, number by number: the conditions, f.
  [[nodiscard]] const FlatGraph& value() const { return value_; }
  // Outputs, number by number: the conditions, f; then for each state its slopes in all states, and
  // in all symbolic arguments. Made when they are first asked for.
  [[nodiscard]] const FlatGraph& slopes() const;
  // Of the slopes, for so many states.
  [[nodiscard]] const SlopePattern& pattern() const { return pattern_; }

 private:
  void find_pattern() const;

  std::vector<double> decisions_;
  FlatGraph value_;
  mutable std::once_flag has_slopes_;
  mutable std::unique_ptr<const FlatGraph> slopes_;
  mutable SlopePattern pattern_;
};

// Traced when a point first takes a way that is not known yet, so that branches on the time, the
// state or a parameter work. Safe to use from several threads.
class RightSide {
 public:
  // f(t, y, arguments...): the types of y and of the arguments; those that are not known are
  // parameters.
  struct Call {
    const stan::Program& program;
    std::shared_ptr<const stan::Program> owner;  // without one the program must outlive it
    int function;
    Value y;
    std::vector<Value> arguments;
    bool has_time = true;      // false: f(y, arguments...), a system of algebraic equations
    bool is_residual = false;  // of a differential-algebraic equation
  };

  explicit RightSide(Call call);

  [[nodiscard]] std::size_t states() const { return call_.y.size(); }
  // Sizes of the symbolic arguments, in order.
  [[nodiscard]] const std::vector<std::size_t>& parameter_sizes() const { return sizes_; }

  // A path that fits the point, known or new; `refused` are those it is known not to be. Throws
  // RuntimeError.
  [[nodiscard]] const OdePath& path_for(const OdePoint& point, const OdePath* refused) const;

 private:
  [[nodiscard]] std::unique_ptr<OdePath> trace(const OdePoint& point) const;

  Call call_;
  std::vector<std::size_t> sizes_;
  mutable std::mutex mutex_;
  mutable std::deque<std::unique_ptr<const OdePath>> paths_;
};

// The right-hand side with fixed parameters, as the solvers see it; one per thread.
class RightSideSystem : public solve::OdeSystem {
 public:
  RightSideSystem(const RightSide& right_side, std::span<const double> parameters);

  // They may be changed between calls, each time through a new call of this.
  [[nodiscard]] std::span<double> parameters() {
    ++version_;
    return parameters_;
  }

  [[nodiscard]] bool evaluate(double t, std::span<const double> y, std::span<double> f) override;
  [[nodiscard]] const Slopes* slopes(double t, std::span<const double> y) override;

 private:
  enum class Want : std::uint8_t { kValue, kSlopes };
  // One program of a path, and which parameters it has seen.
  struct Program {
    Program(const OdePath& of, const FlatGraph& graph) : path(of), flat(graph), run(graph) {}
    const OdePath& path;
    const FlatGraph& flat;
    FlatRun run;
    std::size_t version = 0;
    Slopes view = {};
  };
  struct Programs {
    const OdePath* path = nullptr;
    std::unique_ptr<Program> value = {};
    std::unique_ptr<Program> slopes = {};

    [[nodiscard]] Program& wanted(Want want);
  };

  // The program of the path that fits, after it has run; null if there is none.
  [[nodiscard]] const Program* run(double t, std::span<const double> y, Want want);
  [[nodiscard]] const Program* search(double t, std::span<const double> y, Want want);
  // Runs it, and says whether its decisions were taken.
  [[nodiscard]] bool fits(Program& program, double t, std::span<const double> y) const;

  const RightSide& right_side_;
  std::vector<double> parameters_;
  std::size_t version_ = 1;         // of the parameters
  std::vector<Programs> programs_;  // of the paths met so far
  std::size_t current_ = 0;
};

}  // namespace autumn::trace
