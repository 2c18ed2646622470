// The graph first, then what it leaves; everything by the interpreter if either is not sure.
#include "engine/quantities.h"

#include <algorithm>
#include <utility>

#include "passes/list.h"

namespace autumn::engine {

Quantities prepare_quantities(trace::GeneratedProgram program) {
  Quantities result{.program = std::move(program)};
  result.graph = trace::trace_generated(result.program);
  if (!result.graph) return result;
  constexpr passes::Pass kPasses[] = {{"share", passes::share}, {"simplify", passes::simplify}};
  expr::Graph simplified = passes::run_passes(result.graph->graph, kPasses).rewritten.graph;
  result.evaluation = evaluate::prepare(std::move(simplified));
  return result;
}

QuantityMaker::QuantityMaker(const Quantities& quantities) : quantities_(quantities) {
  const trace::GeneratedProgram& program = quantities.program;
  std::size_t next = 0;
  for (const trace::GeneratedVariable& variable : program.made) {
    starts_.push_back(next);
    next += trace::size_of(variable.dims);
  }
  if (!quantities.graph) return;
  evaluator_.emplace(*quantities.evaluation);
  const auto& left_out = quantities.graph->traced;
  if (left_out != nullptr) rest_.emplace(program, left_out.get());
}

Status QuantityMaker::make(std::span<const double> drawn, const StreamKey& stream,
                           std::span<double> out) {
  if (evaluator_ && make_from_graph(drawn, stream, out)) return Done{};
  if (!whole_) whole_.emplace(quantities_.program);
  return trace::generate(*whole_, quantities_.program, drawn, Random(stream), out);
}

// False if the guard does not hold or the rest ends with an error: then nobody knows yet how far
// the block would have come, and it is run from its beginning, with the same random numbers.
bool QuantityMaker::make_from_graph(std::span<const double> drawn, const StreamKey& stream,
                                    std::span<double> out) {
  inputs_.clear();
  std::size_t next = 0;
  for (const trace::GeneratedVariable& variable : quantities_.program.drawn) {
    inputs_.push_back(drawn.subspan(next, trace::size_of(variable.dims)));
    next += inputs_.back().size();
  }
  evaluator_->run(inputs_);
  const std::vector<std::size_t>& variables = quantities_.graph->variables;
  if (quantities_.graph->has_guard && evaluator_->output(variables.size())[0] != 1.0) return false;
  if (rest_) {
    if (!rest_->run(drawn, Random(stream))) return false;
    copy_rest(out);
  }
  for (std::size_t k = 0; k < variables.size(); ++k) {
    std::ranges::copy(evaluator_->output(k), out.subspan(starts_[variables[k]]).begin());
  }
  return true;
}

// All that the interpreter made; what the graph made as well is written over afterwards.
void QuantityMaker::copy_rest(std::span<double> out) {
  for (std::size_t k = 0; k < starts_.size(); ++k) {
    std::ranges::copy(rest_->quantity(k), out.subspan(starts_[k]).begin());
  }
}

}  // namespace autumn::engine
