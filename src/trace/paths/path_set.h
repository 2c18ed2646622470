// A path is one way through a piece of a program: what it decided on, and what it computes as long
// as it decides the same; a path set finds the one for a point.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "expr/kernel.h"
#include "trace/ode/flat_graph.h"

namespace autumn::trace {

// The numbers of one evaluation, to be given back when they have been read.
class PathRuns {
 public:
  explicit PathRuns(expr::Graph graph) : flat_(std::move(graph)) {}

  [[nodiscard]] const expr::Graph& graph() const { return flat_.graph(); }
  [[nodiscard]] std::unique_ptr<FlatRun> take() const;
  void give_back(std::unique_ptr<FlatRun> run) const;

 private:
  FlatGraph flat_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<FlatRun>> free_;
};

class Path {
 public:
  // The outputs of the graph are what was decided on, then the result, a vector.
  Path(std::vector<double> decisions, const expr::Graph& graph);

  [[nodiscard]] const std::vector<double>& decisions() const { return decisions_; }
  [[nodiscard]] const PathRuns& value() const { return value_; }
  // One more input, the adjoint of the result; outputs: what was decided on, then the adjoints of
  // all inputs but this. Made when it is first asked for.
  [[nodiscard]] const PathRuns& adjoint() const;

 private:
  std::vector<double> decisions_;
  PathRuns value_;
  mutable std::once_flag has_adjoint_;
  mutable std::unique_ptr<const PathRuns> adjoint_;
};

// Traced when a point first takes a way that is not known yet. Paths depend on the program, the
// data and the decisions alone, so that it does not matter who met them first. Safe to use from
// several threads.
class PathSet {
 public:
  using Trace = std::function<std::shared_ptr<const Path>(std::span<const expr::Numbers> point)>;

  explicit PathSet(Trace trace) : trace_(std::move(trace)) {}

  // Where the outputs of a path go: those after what was decided on.
  using Read = std::function<void(const FlatRun& run, std::size_t first)>;
  void evaluate(std::span<const expr::Numbers> point, const Read& read) const;
  void evaluate_adjoint(std::span<const expr::Numbers> point, expr::Numbers adjoint,
                        const Read& read) const;

  [[nodiscard]] std::size_t size() const;

 private:
  using Choice = const PathRuns& (*)(const Path& path);

  void run(std::span<const expr::Numbers> point, Choice choice, const Read& read) const;
  [[nodiscard]] std::shared_ptr<const Path> last() const;
  // A path that decides as this one does but for the k-th time; null if there is none.
  [[nodiscard]] std::shared_ptr<const Path> branch(const Path& path, std::size_t k,
                                                   double decision) const;
  void keep(const std::shared_ptr<const Path>& path) const;

  struct Kept {
    std::shared_ptr<const Path> path;
    std::uint64_t used = 0;
  };

  Trace trace_;
  mutable std::mutex mutex_;
  mutable std::vector<Kept> kept_;
  mutable std::size_t last_ = 0;
  mutable std::size_t nodes_ = 0;  // of all that are kept
  mutable std::uint64_t evaluations_ = 0;
  mutable std::uint64_t traced_ = 0;
};

}  // namespace autumn::trace
