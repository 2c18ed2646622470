// This file implements public explanations: options become a plan, and the plan what users read.
#include "autumn/explain.hpp"

#include "api/build.h"
#include "api/data.h"
#include "engine/explain.h"
#include "explain/indices.h"

namespace autumn {

struct detail::ExplanationData {
  explainer::Explanation explanation;
};

namespace {

ExplainedParameter explained(const explainer::Part& part) {
  ExplainedParameter parameter{.name = part.name,
                               .elements = part.elements.size(),
                               .of = part.of,
                               .indices = {},
                               .is_collapsed = part.is_collapsed(),
                               .rule = {},
                               .reason = part.reason,
                               .could_be_collapsed = {},
                               .line = {}};
  if (part.rule) parameter.rule = name_of(*part.rule);
  if (part.could_be) parameter.could_be_collapsed = name_of(*part.could_be);
  if (part.where.is_known()) parameter.line = part.where.line;
  if (part.is_whole()) return parameter;
  for (const std::uint32_t element : part.elements) {
    parameter.indices.push_back(explainer::indices_of(element, part.dims));
  }
  return parameter;
}

}  // namespace

std::vector<ExplainedParameter> Explanation::parameters() const {
  std::vector<ExplainedParameter> parameters;
  for (const explainer::Part& part : data_->explanation.parts)
    parameters.push_back(explained(part));
  return parameters;
}

std::size_t Explanation::dimension_before() const {
  return data_->explanation.dimension_before;
}

std::size_t Explanation::dimension_after() const {
  return data_->explanation.dimension_after;
}

double Explanation::cost_before() const {
  return data_->explanation.cost_before;
}

double Explanation::cost_after() const {
  return data_->explanation.cost_after;
}

std::string Explanation::to_text() const {
  return explainer::to_text(data_->explanation);
}

std::string Explanation::to_json() const {
  return explainer::to_json(data_->explanation);
}

std::string Explanation::to_dot() const {
  return explainer::to_dot(data_->explanation);
}

std::string Explanation::to_svg() const {
  return explainer::to_svg(data_->explanation);
}

Explanation explain(const Model& model, const Options& options) {
  auto explanation = engine::explain(detail::finished(model.data()),
                                     {.keep = options.keep,
                                      .prefer = options.collapse,
                                      .is_off = options.marginalize == Marginalize::none,
                                      .is_forced = options.marginalize == Marginalize::all});
  if (!explanation) detail::throw_error(explanation.error());
  return Explanation(std::make_shared<const detail::ExplanationData>(
      detail::ExplanationData{std::move(explanation).value()}));
}

}  // namespace autumn
