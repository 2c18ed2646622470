// This file asks all the looks of pedantic mode, and puts what they say in order.
#include "stan/advice/pedantic.h"

#include <algorithm>
#include <tuple>

#include "stan/advice/facts.h"

namespace autumn::stan {
namespace {

bool stands_before(const Error& a, const Error& b) {
  return std::tie(a.where.file, a.where.line, a.where.column) <
         std::tie(b.where.file, b.where.line, b.where.column);
}

}  // namespace

std::vector<Warning> pedantic_warnings(const Program& program) {
  std::vector<Warning> warnings = stanc_warnings(program);
  std::erase_if(warnings,
                [](const Warning& warning) { return warning.kind == WarningKind::kUniformPrior; });
  return warnings;
}

std::vector<Warning> stanc_warnings(const Program& program) {
  const Facts facts = facts_of(program);
  std::vector<Warning> warnings;
  warn_of_priors(facts, warnings);
  warn_of_arguments(facts, warnings);
  warn_of_control_flow(facts, warnings);
  warn_of_function_flow(facts, warnings);
  warn_of_jacobians(facts, warnings);
  warn_of_uninitialized(program, warnings);
  std::stable_sort(warnings.begin(), warnings.end(), [](const Warning& a, const Warning& b) {
    return stands_before(a.message, b.message);
  });
  return warnings;
}

std::vector<Warning> argument_warnings(const Program& program) {
  std::vector<Warning> warnings;
  warn_of_arguments(facts_of(program), warnings);
  return warnings;
}

void sort_by_place(std::vector<Error>& messages) {
  std::stable_sort(messages.begin(), messages.end(), stands_before);
}

}  // namespace autumn::stan
