// This file draws rows with the reference interpreter and the samplers of the distributions:
// nothing that is tested by it takes part.
#include "simulate/attempt.h"

#include <fmt/format.h>

#include <map>

#include "dist/distribution.h"
#include "simulate/rows.h"
#include "simulate/support.h"

namespace autumn::simulate {
namespace {

using expr::Array;
using expr::NodeId;

// How often a row between bounds is drawn before we give up.
constexpr int kMostDraws = 100'000;

class Drawing {
 public:
  Drawing(const Reading& reading, std::vector<Array> values, Random& random)
      : reading_(reading), model_(reading.model), random_(random) {
    result_.values = std::move(values);
  }

  [[nodiscard]] Attempt run() && {
    draw_waves();
    if (!result_.rejection) check_supports();
    if (!result_.rejection) check_conditions();
    return std::move(result_);
  }

  [[nodiscard]] Attempt run_without_checks() && {
    draw_waves();
    return std::move(result_);
  }

 private:
  void draw_waves() {
    for (const std::vector<DrawnRow>& wave : reading_.waves) {
      evaluate(wave);
      for (const DrawnRow& draw : wave) {
        draw_row(draw);
        if (result_.rejection) return;
      }
    }
  }

  // The arguments of all rows of a wave.
  void evaluate(const std::vector<DrawnRow>& wave) {
    std::vector<NodeId> nodes;
    arguments_.clear();
    for (const DrawnRow& draw : wave) {
      for (const NodeId argument : model_.factors[draw.factor].arguments) {
        if (arguments_.emplace(argument, Array{}).second) nodes.push_back(argument);
      }
    }
    std::vector<Array> values = expr::interpret(model_.graph, nodes, result_.values);
    for (std::size_t i = 0; i < nodes.size(); ++i) arguments_[nodes[i]] = std::move(values[i]);
  }

  void reject(std::string message, const SourceRange& where) {
    result_.rejection = Error{std::move(message), "", where};
  }

  void draw_row(const DrawnRow& draw) {
    const model::Factor& factor = model_.factors[draw.factor];
    const dist::Distribution& d = *factor.distribution;
    items_.resize(d.arguments.size());
    std::vector<expr::Operand> operands;
    for (std::size_t k = 0; k < d.arguments.size(); ++k) {
      const Array& argument = arguments_.at(factor.arguments[k]);
      items_[k].clear();
      for (const std::size_t place : row_places(argument.shape, d.arguments[k].item, draw.row)) {
        items_[k].push_back(argument.numbers[place]);
      }
      operands.push_back({item_shape(argument.shape, d.arguments[k].item), items_[k]});
      if (dist::find_violation(d.arguments[k].domain, operands.back())) {
        reject(fmt::format("{} of {} must be {}", d.arguments[k].name, d.name,
                           dist::description(d.arguments[k].domain)),
               factor.where);
        return;
      }
    }
    if (draw.total) operands.push_back({expr::Shape::scalar(), {&*draw.total, 1}});
    fill(draw, d, operands);
  }

  void fill(const DrawnRow& draw, const dist::Distribution& d,
            const std::vector<expr::Operand>& operands) {
    std::vector<double> out(draw.elements.size());
    const auto bounds = draw.is_fixed ? constant_bounds(draw.elements[0].variable) : BoundNumbers{};
    for (int tries = 0;; ++tries) {
      d.draw(random_, operands, out);
      if (is_inside(draw, out, bounds)) break;
      if (tries < kMostDraws) continue;
      const model::Variable& variable = model_.variables[draw.elements[0].variable];
      reject(fmt::format("{} draws of {} were outside of the bounds of `{}`", kMostDraws, d.name,
                         variable.name),
             model_.factors[draw.factor].where);
      result_.rejection->suggestion = "choose a distribution that has such values now and then";
      result_.is_hopeless = true;
      return;
    }
    for (std::size_t k = 0; k < out.size(); ++k) {
      result_.values[draw.elements[k].variable].numbers[draw.elements[k].element] = out[k];
    }
  }

  // Bounds that are the same in every simulation; none if one of them is not.
  [[nodiscard]] BoundNumbers constant_bounds(std::size_t variable) const {
    const model::Support& support = model_.variables[variable].support;
    BoundNumbers bounds;
    for (const auto& [bound, numbers] :
         {std::pair{&support.lower, &bounds.lower}, std::pair{&support.upper, &bounds.upper}}) {
      if (!*bound) continue;
      if (!model_.graph.is_constant(**bound)) return {};
      *numbers = model_.graph.constant(**bound);
    }
    return bounds;
  }

  [[nodiscard]] static bool is_inside(const DrawnRow& draw, std::span<const double> out,
                                      const BoundNumbers& bounds) {
    for (std::size_t k = 0; k < out.size(); ++k) {
      if (!is_between(out[k], draw.elements[k].element, bounds)) return false;
    }
    return true;
  }

  void check_supports() {
    for (std::size_t v = reading_.observed; v < model_.variables.size(); ++v) {
      const model::Variable& variable = model_.variables[v];
      std::vector<NodeId> nodes;
      for (const auto& bound : {variable.support.lower, variable.support.upper}) {
        if (bound) nodes.push_back(*bound);
      }
      const std::vector<Array> numbers = expr::interpret(model_.graph, nodes, result_.values);
      BoundNumbers bounds;
      if (variable.support.lower) bounds.lower = numbers.front().numbers;
      if (variable.support.upper) bounds.upper = numbers.back().numbers;
      if (auto outside = find_outside(variable, result_.values[v].numbers, bounds)) {
        reject(*std::move(outside), variable.where);
        return;
      }
    }
  }

  void check_conditions() {
    const auto conditions = expr::interpret(model_.graph, reading_.conditions, result_.values);
    for (const Array& condition : conditions) {
      for (const double x : condition.numbers) {
        if (x == 0.0) continue;
        reject("a declared constraint or a truncation does not hold", {});
        return;
      }
    }
  }

  const Reading& reading_;
  const model::Model& model_;
  Random& random_;
  Attempt result_;
  std::map<NodeId, Array> arguments_;       // of this wave
  std::vector<std::vector<double>> items_;  // the arguments of one row
};

}  // namespace

Attempt attempt(const Reading& reading, Random& random) {
  return Drawing(reading, reading.given, random).run();
}

Attempt predict(const Reading& reading, std::vector<Array> values, Random& random) {
  return Drawing(reading, std::move(values), random).run_without_checks();
}

}  // namespace autumn::simulate
