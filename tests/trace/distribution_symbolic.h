// This header computes values and slopes of transformed parameters at a point, for tests.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "expr/interpret.h"
#include "passes/differentiate.h"
#include "trace/program.h"

namespace autumn::trace::testing {

// The numbers of a model's variables become one array per input.
inline std::vector<expr::Array> arrays_of(const expr::Graph& graph,
                                          const std::vector<double>& point) {
  std::vector<expr::Array> arrays;
  auto next = point.begin();
  for (const expr::Input& input : graph.inputs()) {
    const auto end = next + static_cast<std::ptrdiff_t>(input.shape.size());
    arrays.push_back({input.shape, {next, end}});
    next = end;
  }
  return arrays;
}

// All numbers of the transformed parameters of a traced program.
inline std::vector<double> transformed(const Traced& traced, const std::vector<double>& point) {
  std::vector<expr::NodeId> nodes;
  for (const model::Output& output : traced.model.outputs) nodes.push_back(output.node);
  std::vector<double> numbers;
  const expr::Graph& graph = traced.model.graph;
  for (const expr::Array& array : interpret(graph, nodes, arrays_of(graph, point))) {
    numbers.insert(numbers.end(), array.numbers.begin(), array.numbers.end());
  }
  return numbers;
}

// The gradient of element `element` of the first transformed parameter.
inline std::vector<double> gradient(const Traced& traced, const std::vector<double>& point,
                                    std::size_t element = 0) {
  expr::Builder builder(traced.model.graph);
  const expr::NodeId whole = traced.model.outputs.at(0).node;
  const auto place = expr::Index::range(static_cast<std::uint32_t>(element), 1);
  const bool is_scalar = builder.shape(whole).is_scalar();
  const expr::NodeId single =
      is_scalar ? whole : builder.gather(whole, place, expr::Shape::scalar());
  const expr::Graph graph = passes::differentiate(std::move(builder).finish({single})).graph;
  std::vector<double> slopes;
  const auto outputs = interpret(graph, arrays_of(graph, point));
  for (std::size_t k = 1; k < outputs.size(); ++k) {
    slopes.insert(slopes.end(), outputs[k].numbers.begin(), outputs[k].numbers.end());
  }
  return slopes;
}

// The program, or a failed expectation.
inline Traced must_trace(const std::string& text, const std::string& json = "{}") {
  auto result = traced(text, json);
  EXPECT_TRUE(result.is_ok()) << (result.is_ok() ? "" : to_text(result.error()));
  return result.is_ok() ? std::move(result).value() : Traced{};
}

}  // namespace autumn::trace::testing
