// This file differentiates paths, and finds the path of a point by following decisions.
#include "trace/paths/path_set.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "expr/builder.h"
#include "expr/term.h"
#include "passes/differentiate.h"

namespace autumn::trace {
namespace {

using expr::Graph;
using expr::NodeId;
using expr::Shape;
using expr::Term;

// The oldest go first.
constexpr std::size_t kMostPaths = 256;
constexpr std::size_t kMostNodes = std::size_t{1} << 20;  // of all together
// Where more than one evaluation in so many finds a new path, keeping them is in vain.
constexpr std::uint64_t kKeepOneIn = 20;
constexpr std::uint64_t kFirstEvaluations = 200;

// The adjoint of a product of the result with a vector is that vector.
Graph with_adjoint(const Graph& graph) {
  expr::Builder builder(graph);
  std::vector<NodeId> outputs = graph.outputs();
  const NodeId result = outputs.back();
  outputs.pop_back();
  const NodeId adjoint = builder.input("adjoint", graph.shape(result));
  const Term product = dot(Term(builder, result), Term(builder, adjoint));
  outputs.insert(outputs.begin(), product.id());
  const Graph slopes = passes::differentiate(std::move(builder).finish(outputs)).graph;
  // The value, the slopes in all inputs, what was decided on.
  const std::span<const NodeId> all = slopes.outputs();
  const std::size_t inputs = graph.inputs().size();
  std::vector<NodeId> wanted(all.begin() + static_cast<std::ptrdiff_t>(inputs) + 2, all.end());
  wanted.insert(wanted.end(), all.begin() + 1,
                all.begin() + 1 + static_cast<std::ptrdiff_t>(inputs));
  return expr::Builder(slopes).finish(std::move(wanted));
}

// The first decision that the run would take in another way.
std::optional<std::size_t> first_other(const FlatRun& run, const std::vector<double>& decisions) {
  for (std::size_t k = 0; k < decisions.size(); ++k) {
    if (run.output(k)[0] != decisions[k]) return k;
  }
  return std::nullopt;
}

}  // namespace

std::unique_ptr<FlatRun> PathRuns::take() const {
  {
    const std::scoped_lock lock(mutex_);
    if (!free_.empty()) {
      auto run = std::move(free_.back());
      free_.pop_back();
      return run;
    }
  }
  return std::make_unique<FlatRun>(flat_);
}

void PathRuns::give_back(std::unique_ptr<FlatRun> run) const {
  const std::scoped_lock lock(mutex_);
  free_.push_back(std::move(run));
}

Path::Path(std::vector<double> decisions, const Graph& graph)
    : decisions_(std::move(decisions)), value_(graph) {}

const PathRuns& Path::adjoint() const {
  std::call_once(has_adjoint_, [this] {
    adjoint_ = std::make_unique<const PathRuns>(with_adjoint(value_.graph()));
  });
  return *adjoint_;
}

std::shared_ptr<const Path> PathSet::last() const {
  const std::scoped_lock lock(mutex_);
  ++evaluations_;
  if (kept_.empty()) return nullptr;
  return kept_[std::min(last_, kept_.size() - 1)].path;
}

std::shared_ptr<const Path> PathSet::branch(const Path& path, std::size_t k,
                                            double decision) const {
  const std::scoped_lock lock(mutex_);
  const auto begins_so = [&](const Kept& other) {
    const std::vector<double>& decisions = other.path->decisions();
    return decisions.size() > k && decisions[k] == decision &&
           std::equal(decisions.begin(), decisions.begin() + static_cast<std::ptrdiff_t>(k),
                      path.decisions().begin());
  };
  const auto found = std::ranges::find_if(kept_, begins_so);
  if (found == kept_.end()) return nullptr;
  found->used = evaluations_;
  last_ = static_cast<std::size_t>(found - kept_.begin());
  return found->path;
}

void PathSet::keep(const std::shared_ptr<const Path>& path) const {
  const std::scoped_lock lock(mutex_);
  ++traced_;
  if (evaluations_ > kFirstEvaluations && traced_ * kKeepOneIn > evaluations_) return;
  const auto is_same = [&](const Kept& other) {
    return other.path->decisions() == path->decisions();
  };
  const std::size_t size = path->value().graph().size();
  if (size > kMostNodes || std::ranges::any_of(kept_, is_same)) return;
  while (kept_.size() >= kMostPaths || (!kept_.empty() && nodes_ + size > kMostNodes)) {
    const auto oldest = std::ranges::min_element(kept_, {}, &Kept::used);
    nodes_ -= oldest->path->value().graph().size();
    kept_.erase(oldest);
  }
  nodes_ += size;
  last_ = kept_.size();
  kept_.push_back({path, evaluations_});
}

std::size_t PathSet::size() const {
  const std::scoped_lock lock(mutex_);
  return kept_.size();
}

void PathSet::run(std::span<const expr::Numbers> point, Choice choice, const Read& read) const {
  std::shared_ptr<const Path> path = last();
  bool is_new = path == nullptr;
  while (true) {
    if (is_new) path = trace_(point);
    const PathRuns& runs = choice(*path);
    std::unique_ptr<FlatRun> run = runs.take();
    for (std::size_t slot = 0; slot < point.size(); ++slot) {
      std::ranges::copy(point[slot], run->input(slot).begin());
    }
    run->run();
    const auto other = is_new ? std::nullopt : first_other(*run, path->decisions());
    if (!other) read(*run, path->decisions().size());
    const double decision = other ? run->output(*other)[0] : 0.0;
    runs.give_back(std::move(run));
    if (!other) break;
    auto next = branch(*path, *other, decision);
    is_new = next == nullptr;
    if (!is_new) path = std::move(next);
  }
  if (is_new) keep(path);
}

void PathSet::evaluate(std::span<const expr::Numbers> point, const Read& read) const {
  run(point, [](const Path& path) -> const PathRuns& { return path.value(); }, read);
}

void PathSet::evaluate_adjoint(std::span<const expr::Numbers> point, expr::Numbers adjoint,
                               const Read& read) const {
  std::vector<expr::Numbers> inputs(point.begin(), point.end());
  inputs.push_back(adjoint);
  run(inputs, [](const Path& path) -> const PathRuns& { return path.adjoint(); }, read);
}

}  // namespace autumn::trace
