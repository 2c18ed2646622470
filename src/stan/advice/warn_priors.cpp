// This file finds parameters without a prior, without a use, or with two distributions.
#include "stan/advice/facts.h"

#include <algorithm>

namespace autumn::stan {
namespace {

// Whether no prior means an improper one: the range has no finite volume.
bool is_unbounded(const DeclaredType& type) {
  switch (type.kind) {
    case DeclaredKind::kSimplex:
    case DeclaredKind::kUnitVector:
    case DeclaredKind::kCholeskyFactorCorr:
    case DeclaredKind::kCorrMatrix:
    case DeclaredKind::kColumnStochasticMatrix:
    case DeclaredKind::kRowStochasticMatrix: return false;
    default: return type.lower == nullptr || type.upper == nullptr;
  }
}

// Who is next to whom: the factors that contain a parameter.
using FactorsOf = std::map<int, std::vector<std::size_t>>;

FactorsOf factors_by_parameter(const Facts& facts) {
  FactorsOf all;
  for (std::size_t i = 0; i < facts.factors.size(); ++i) {
    for (const int slot : facts.factors[i].parameters) all[slot].push_back(i);
  }
  return all;
}

// Whether data can be reached from a factor without passing through the parameter.
bool reaches_data(const Facts& facts, const FactorsOf& factors_of, std::size_t first,
                  int parameter) {
  std::vector<std::size_t> open{first};
  std::vector<bool> is_seen(facts.factors.size(), false);
  is_seen[first] = true;
  Slots passed{parameter};
  while (!open.empty()) {
    const DensityFactor& factor = facts.factors[open.back()];
    open.pop_back();
    if (factor.is_observed || factor.is_opaque) return true;
    for (const int slot : factor.parameters) {
      if (!passed.insert(slot).second) continue;
      for (const std::size_t next : factors_of.at(slot)) {
        if (is_seen[next]) continue;
        is_seen[next] = true;
        open.push_back(next);
      }
    }
  }
  return false;
}

// A distribution whose outcome is the parameter is its prior, whatever else hangs on it.
bool is_outcome(const Facts& facts, const DensityFactor& factor, int parameter) {
  return factor.outcome != nullptr && facts.parameters_of(*factor.outcome).contains(parameter);
}

void warn_of_one(const Facts& facts, const FactorsOf& factors_of, int parameter,
                 std::vector<Warning>& warnings) {
  const Declaration& declared = *facts.parameters.at(parameter);
  bool is_used = false;
  bool has_prior = false;
  const auto containing = factors_of.find(parameter);
  if (containing != factors_of.end()) {
    is_used = true;
    has_prior =
        std::any_of(containing->second.begin(), containing->second.end(), [&](std::size_t number) {
          const DensityFactor& factor = facts.factors[number];
          return factor.is_opaque || is_outcome(facts, factor, parameter) ||
                 factor.has_priors.contains(parameter) ||
                 !reaches_data(facts, factors_of, number, parameter);
        });
  }
  const SourceRange& where = facts.places.at(parameter);
  if (!is_used) {
    warnings.push_back({WarningKind::kUnused,
                        {"the density does not contain `" + declared.name + "`",
                         "remove the parameter, or use it in the model", where}});
  } else if (!has_prior && !is_unbounded(declared.type)) {
    warnings.push_back({WarningKind::kUniformPrior,
                        {"`" + declared.name + "` has no prior: it is uniform over its range",
                         "give it one in the model, if that is not what is meant", where}});
  } else if (!has_prior) {
    warnings.push_back(
        {WarningKind::kNoPrior,
         {"`" + declared.name +
              "` has no prior: every value of an unbounded range "
              "is equally likely before the data",
          "give it one in the model, as in `" + declared.name + " ~ normal(0, 1);`", where}});
  }
}

// Two statements at the top of the model block; those on two sides of a condition are no mistake.
void warn_of_repeated(const Facts& facts, std::vector<Warning>& warnings) {
  std::map<int, int> seen;
  for (const Statement& statement : facts.program->model) {
    const auto* tilde = std::get_if<Tilde>(&statement.node);
    const auto* variable = tilde == nullptr ? nullptr : std::get_if<Variable>(&tilde->value->node);
    if (variable == nullptr || !facts.parameters.contains(variable->slot)) continue;
    if (++seen[variable->slot] != 2) continue;  // it is said once
    warnings.push_back(
        {WarningKind::kRepeated,
         {"`" + variable->name +
              "` stands on the left of `~` more than once: the "
              "densities are multiplied",
          "remove one of them, if one was to replace the other", tilde->value->where}});
  }
}

// `<lower=1, upper=0>` has no values.
void warn_of_empty_range(const Declaration& declared, const SourceRange& where,
                         std::vector<Warning>& warnings) {
  if (declared.type.lower == nullptr || declared.type.upper == nullptr) return;
  const auto lower = literal_value(*declared.type.lower);
  const auto upper = literal_value(*declared.type.upper);
  if (!lower || !upper || *lower < *upper) return;
  warnings.push_back({WarningKind::kSupport,
                      {"the lower bound of `" + declared.name + "` is not below its upper bound",
                       "no value is between them", where}});
}

}  // namespace

void warn_of_priors(const Facts& facts, std::vector<Warning>& warnings) {
  const FactorsOf factors_of = factors_by_parameter(facts);
  for (const auto& [slot, declared] : facts.parameters) {
    warn_of_one(facts, factors_of, slot, warnings);
    warn_of_empty_range(*declared, facts.places.at(slot), warnings);
  }
  warn_of_repeated(facts, warnings);
}

}  // namespace autumn::stan
