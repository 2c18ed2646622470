// This file has the names of rules; a family says its own.
#include "collapse/rules/rule.h"

#include "base/error.h"

namespace autumn::collapse {

std::string_view name_of(const Rule& rule) {
  switch (rule.kind) {
    case RuleKind::kLeaf: return "leaf";
    case RuleKind::kGaussian: return "Gaussian";
    case RuleKind::kLogGaussian: return "log Gaussian";
    case RuleKind::kFamily: return rule.family->name;
  }
  not_of_the_list("the rule");
}

}  // namespace autumn::collapse
