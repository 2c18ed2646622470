// This file has the table behind the list of families, and the sets of rules that follow from it.
#include "collapse/rules/list.h"

#include <array>

#include "base/error.h"
#include "collapse/rules/supports.h"

namespace autumn::collapse {

Families all_families() {
#define AUTUMN_FAMILY_ENTRY(name) &name##_rule(),
  static const std::array kAll = {AUTUMN_FAMILIES(AUTUMN_FAMILY_ENTRY)};
#undef AUTUMN_FAMILY_ENTRY
  return kAll;
}

RuleList::RuleList(Families families) {
  rules_.push_back({RuleKind::kGaussian});
  rules_.push_back({RuleKind::kLogGaussian});
  for (const FamilyRule* family : families) {
    const RuleSet one = RuleSet::only(rules_.size());
    if (family->item != FamilyItem::kScalar) of_items_ = of_items_.with(one);
    if (family->item == FamilyItem::kMatrix) of_matrices_ = of_matrices_.with(one);
    if (family->can_scale_a_block) of_block_scales_ = of_block_scales_.with(one);
    rules_.push_back({RuleKind::kFamily, family});
  }
  AUTUMN_CHECK(rules_.size() <= RuleSet::kMost, "a set of rules has room for all");
}

RuleSet rules_for(const RuleList& rules, const expr::Graph& graph, const model::Support& support) {
  RuleSet fitting;
  const bool is_linear = support.kind == model::SupportKind::kReal ||
                         support.kind == model::SupportKind::kSumToZero ||
                         support.kind == model::SupportKind::kSumToZeroMatrix;
  if (is_linear) fitting = RuleList::kGaussian;
  if (is_positive_half_line(graph, support)) fitting = RuleList::kLogGaussian;
  for (std::size_t place = 0; place < rules.size(); ++place) {
    const FamilyRule* family = rules[place].family;
    if (family != nullptr && family->fits(graph, support)) {
      fitting = fitting.with(RuleSet::only(place));
    }
  }
  return fitting;
}

}  // namespace autumn::collapse
