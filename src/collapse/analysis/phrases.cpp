// This file has the words for parts of a model that reasons are put together from.
#include "collapse/analysis/phrases.h"

#include <fmt/format.h>

#include "base/words.h"
#include "collapse/rules/supports.h"
#include "dist/list.h"

namespace autumn::collapse {

using model::Factor;
using model::SupportKind;

std::string factor_text(const Factor& factor) {
  const std::string_view name = factor.distribution->name;
  return factor.label.empty() ? with_article(name) + " distribution"
                              : fmt::format("{} ~ {}", factor.label, name);
}

std::string value_text(const Factor& factor) {
  return factor.label.empty() ? with_article(factor.distribution->name) + " value" : factor.label;
}

std::string not_normal_text(const Factor& factor, std::size_t position) {
  const bool is_circular = factor.distribution == &dist::von_mises();
  return fmt::format("{}{}{}", factor_text(factor), position == 0 ? " " : " depends on it, and ",
                     is_circular ? "is a distribution on the circle: no rule integrates over angles"
                                 : "is not normal");
}

std::string_view support_text(const model::Support& support) {
  switch (support.kind) {
    case SupportKind::kLower: return "a lower bound other than 0";
    case SupportKind::kUpper: return "an upper bound";
    case SupportKind::kInterval: return "an interval other than 0 to 1";
    default: return model::name_of(support.kind);
  }
}

std::string prior_text(const expr::Graph& graph, const Factor& factor,
                       const model::Support& support) {
  const dist::Distribution& d = *factor.distribution;
  const bool is_cut = d.variate.domain == dist::Domain::kReal && d.bounds == nullptr &&
                      support.kind != SupportKind::kReal;
  if (!is_cut) return with_article(d.name) + " prior";
  const bool is_half =
      is_positive_half_line(graph, support) &&
      (!d.location || is_constant_number(graph, factor.arguments[*d.location], 0.0));
  std::string_view name = d.name;
  if (name == "cauchy") name = "Cauchy";
  if (name == "std_normal") name = "normal";
  if (name == "student_t") name = "Student-t";
  return fmt::format("a {}{} prior", is_half ? "half-" : "truncated ", name);
}

}  // namespace autumn::collapse
