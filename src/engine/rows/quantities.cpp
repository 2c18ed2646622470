// This file computes generated quantities: by the graph first, then what it leaves; and everything
// by the interpreter if either is not sure.
#include "engine/rows/quantities.h"

#include <algorithm>
#include <utility>

#include "passes/list.h"

namespace autumn::engine {

namespace {

evaluate::PreparedProgram prepared(const expr::Graph& graph) {
  constexpr passes::Pass kPasses[] = {{"share", passes::share}, {"simplify", passes::simplify}};
  return evaluate::prepare(passes::run_passes(graph, kPasses).rewritten.graph);
}

}  // namespace

Quantities prepare_quantities(trace::GeneratedProgram program) {
  Quantities result{.program = std::move(program)};
  result.graph = trace::trace_generated(result.program);
  if (!result.graph) return result;
  result.evaluation = prepared(result.graph->quantities.graph);
  if (result.graph->draws) result.arguments = prepared(result.graph->draws->arguments.graph);
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
  if (!quantities.arguments) return;
  arguments_.emplace(*quantities.arguments);
  const trace::DrawPlan& plan = quantities.graph->draws->plan;
  numbers_.resize(plan.size);
  next = 0;
  for (const trace::DrawSite& site : plan.sites) {
    first_arguments_.push_back(next);
    next += site.arguments.size();
  }
  drawn_.resize(plan.sites.size());
}

Status QuantityMaker::make(std::span<const double> drawn, const StreamKey& stream,
                           std::span<double> out) {
  if (evaluator_ && make_from_graph(drawn, stream, out)) return Done{};
  if (!whole_) whole_.emplace(quantities_.program);
  return trace::generate(*whole_, quantities_.program, drawn, Random(stream), out);
}

// False if a guard does not hold or the rest ends with an error: then nobody knows yet how far the
// block would have come, and it is run from its beginning, with the same random numbers.
bool QuantityMaker::make_from_graph(std::span<const double> drawn, const StreamKey& stream,
                                    std::span<double> out) {
  inputs_.clear();
  std::size_t next = 0;
  for (const trace::GeneratedVariable& variable : quantities_.program.drawn) {
    inputs_.push_back(drawn.subspan(next, trace::size_of(variable.dims)));
    next += inputs_.back().size();
  }
  if (evaluator_->program().graph().inputs().size() > inputs_.size()) {
    inputs_.emplace_back(numbers_);
  }
  if (arguments_ && !draw_numbers(stream)) return false;
  evaluator_->run(inputs_);
  const std::vector<std::size_t>& variables = quantities_.graph->variables;
  const bool has_guard = quantities_.graph->quantities.has_guard;
  if (has_guard && evaluator_->output(variables.size())[0] != 1.0) return false;
  if (rest_) {
    if (!rest_->run(drawn, Random(stream))) return false;
    rest_->print();
    copy_rest(out);
  }
  for (std::size_t k = 0; k < variables.size(); ++k) {
    std::ranges::copy(evaluator_->output(k), out.subspan(starts_[variables[k]]).begin());
  }
  return true;
}

// In the order of the program, from arguments that are computed all at once.
bool QuantityMaker::draw_numbers(const StreamKey& stream) {
  arguments_->run(inputs_);
  const trace::GeneratedDraws& draws = *quantities_.graph->draws;
  if (draws.arguments.has_guard) {
    const std::size_t last = arguments_->program().graph().outputs().size() - 1;
    if (arguments_->output(last)[0] != 1.0) return false;
  }
  Random random(stream);
  std::ranges::fill(drawn_, 0);
  std::span<double> out = numbers_;
  for (const trace::DrawStep& step : draws.plan.steps) {
    const trace::DrawSite& site = draws.plan.sites[step.site];
    operands_.resize(site.arguments.size());
    for (std::uint32_t i = 0; i < step.count; ++i, ++drawn_[step.site]) {
      for (std::size_t k = 0; k < operands_.size(); ++k) {
        const auto all = arguments_->output(first_arguments_[step.site] + k);
        const std::size_t size = site.arguments[k].size();
        operands_[k] = {site.arguments[k], all.subspan(size * drawn_[step.site], size)};
      }
      site.distribution->draw(random, operands_, out.first(1));
      out = out.subspan(1);
    }
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
