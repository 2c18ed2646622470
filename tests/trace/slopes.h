// This header has the log density of a program whose parameters are one vector, with its gradient.
#pragma once

#include "expr/builder.h"
#include "expr/interpret.h"
#include "expr/term.h"
#include "passes/differentiate.h"
#include "trace/program.h"

namespace autumn::trace::testing {

// The value, then the gradient.
inline std::vector<double> slopes_of(const std::string& program, const std::vector<double>& x) {
  const auto traced = testing::traced(program);
  EXPECT_TRUE(traced.is_ok()) << program << (traced.is_ok() ? "" : to_text(traced.error()));
  if (!traced.is_ok()) return {};
  const model::Model& model = traced.value().model;
  expr::Builder builder(model.graph);
  expr::Term total = expr::constant(builder, 0.0);
  for (const model::Factor& factor : model.factors) {
    total = total + sum(expr::Term(builder, model::log_density(builder, factor)));
  }
  const auto graph = passes::differentiate(std::move(builder).finish({total.id()})).graph;
  const auto outputs =
      interpret(graph, std::vector<expr::Array>{{expr::Shape::vector(x.size()), x}});
  std::vector<double> all{outputs[0].numbers[0]};
  all.insert(all.end(), outputs[1].numbers.begin(), outputs[1].numbers.end());
  return all;
}

}  // namespace autumn::trace::testing
