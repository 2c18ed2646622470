// A recovery says how the collapsed variables are drawn back, given the kept ones.
#pragma once

#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "collapse/blocks/gaussian_block.h"
#include "collapse/forms/running_sums.h"
#include "collapse/states/with_states.h"
#include "dist/distribution.h"
#include "model/model.h"

namespace autumn::collapse {

// Which elements of a variable of the whole model a variable of the smaller one stands for.
struct KeptElements {
  std::size_t variable = 0;
  std::vector<std::uint32_t> elements;  // in the order of the smaller variable
};

// Elements of one variable, independent of each other given what is known by then. The outputs of
// the step's graph are the arguments of the distribution, shared or one per row.
struct DrawRows {
  const dist::Distribution* distribution = nullptr;
  std::size_t variable = 0;
  std::size_t rows = 0;
  std::vector<std::uint32_t> elements;  // rows x item length, first index fastest
};

// A graph over some variables of the whole model, which are its inputs in this order: a step reads
// few of them, and there may be as many steps as variables.
struct GraphOfVariables {
  expr::Graph graph;
  std::vector<std::uint32_t> variables;

  // Of values of all variables, those of the inputs.
  template <typename Value>
  [[nodiscard]] std::vector<Value> inputs_of(const std::vector<Value>& of_all) const {
    std::vector<Value> inputs;
    inputs.reserve(variables.size());
    for (const std::uint32_t v : variables) inputs.push_back(of_all[v]);
    return inputs;
  }
};

// All columns of a Gaussian block together. The outputs of the graph are the block's operands.
struct DrawBlock {
  std::shared_ptr<const AnalyzedBlock> block;
  std::vector<Column> columns;
  // A cheaper way to draw from the same distribution, if there is one: before the variables it
  // reads two standard normal numbers per column, and its output has the columns.
  std::optional<GraphOfVariables> by_covariance = {};
};

// The graph reads only what is known when the step is reached.
struct RecoveryStep {
  GraphOfVariables arguments;
  std::variant<DrawRows, DrawBlock> draw;
};

struct Recovery {
  std::vector<KeptElements> kept;   // per variable of the smaller model
  std::vector<RecoveryStep> steps;  // in the order they are drawn
  // Columns of blocks that are running sums of their variable; elements again after the last block.
  std::vector<SummedItem> sums = {};
  // Steps draw states of recurrences in the places of these innovations, which come last.
  std::optional<StateChange> states = {};

  [[nodiscard]] bool is_empty() const { return steps.empty(); }
};

}  // namespace autumn::collapse
