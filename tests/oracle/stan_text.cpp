// This file prints a model as a Stan program with its data.
#include "oracle/stan_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.h"

namespace autumn::oracle {
namespace {

// As a Stan function and the type of its variate.
struct StanFamily {
  std::string_view name;
  std::string_view type;
};

StanFamily stan_family(Family family) {
  switch (family) {
    case Family::kNormal: return {"normal", "real"};
    case Family::kGamma: return {"gamma", "real<lower=0>"};
    case Family::kExponential: return {"exponential", "real<lower=0>"};
    case Family::kBeta: return {"beta", "real<lower=0, upper=1>"};
    case Family::kBinomial: return {"binomial", "int"};
    case Family::kBernoulli: return {"bernoulli", "int"};
    case Family::kCompoundGamma:
    case Family::kBetaBinomial:
    case Family::kLomax: break;
  }
  internal_error("only models before reversals are printed", __FILE__, __LINE__);
}

std::string declaration(const Model& model, NodeId id) {
  const Node& node = model.nodes[id.index];
  const StanFamily family = stan_family(node.distribution.family);
  AUTUMN_CHECK(node.observed || !is_discrete(node.distribution.family),
               "discrete nodes are observed");
  return fmt::format("  {} {};\n", family.type, name(id));
}

std::string argument(const Model& model, const Expr& e) {
  // A product with a real: x1 / x2 of two integers is an integer in Stan.
  return to_text(e, [&](NodeId id) {
    const bool is_int = is_discrete(model.nodes[id.index].distribution.family);
    return is_int ? fmt::format("(1.0 * {})", name(id)) : name(id);
  });
}

std::string statement(const Model& model, NodeId id) {
  const Distribution& distribution = model.nodes[id.index].distribution;
  std::vector<std::string> arguments;
  for (const Expr& e : distribution.arguments) arguments.push_back(argument(model, e));
  if (distribution.family == Family::kBinomial) {
    arguments[0] = fmt::format("{:.0f}", distribution.arguments[0].operation().constant);
  }
  return fmt::format("  {} ~ {}({});\n", name(id), stan_family(distribution.family).name,
                     fmt::join(arguments, ", "));
}

}  // namespace

std::string to_stan(const Model& model) {
  std::string data;
  std::string parameters;
  std::string statements;
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    (model.nodes[i].observed ? data : parameters) += declaration(model, {i});
    statements += statement(model, {i});
  }
  return fmt::format("data {{\n{}}}\nparameters {{\n{}}}\nmodel {{\n{}}}\n", data, parameters,
                     statements);
}

std::string data_json(const Model& model) {
  std::vector<std::string> entries;
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    const std::optional<double>& observed = model.nodes[i].observed;
    if (observed) entries.push_back(fmt::format("\"{}\": {}", name({i}), *observed));
  }
  return fmt::format("{{{}}}\n", fmt::join(entries, ", "));
}

}  // namespace autumn::oracle
