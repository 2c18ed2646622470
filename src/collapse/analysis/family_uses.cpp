// This file notes the obstacles to the conjugate families, factor by factor.
#include "collapse/analysis/family_uses.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "collapse/analysis/phrases.h"
#include "collapse/forms/running_sums.h"
#include "dist/list.h"

namespace autumn::collapse {
namespace {

using model::Factor;

// All elements are multiplied by the same; vectors by nothing.
bool has_one_factor(const expr::Graph& graph, const FamilyRule& family, const FormTerm& term) {
  if (term.pairs.is_dense || term.kind != TermKind::kLinear || term.multiplier) return false;
  if (family.item == FamilyItem::kVector) return term.factor == 1.0 && !term.coefficient;
  return !term.coefficient || graph.shape(term.coefficient->node).size() == 1;
}

// A vector or matrix stands in a factor as it was declared: whole items, in order. Items of rows
// that have been dropped are missing.
bool takes_whole_items(const expr::Graph& graph, const FamilyRule& family,
                       const model::Variable& variable, const FormTerm& term, NodeId node) {
  if (!has_one_factor(graph, family, term)) return false;
  const expr::Shape shape = graph.shape(node);
  const std::size_t k = model::item_size(variable.support.kind, variable.dims);
  const bool is_batch = family.item == FamilyItem::kVector && shape.is_matrix();
  const std::size_t rows = is_batch ? shape.rows : 1;
  if (rows * k != shape.size()) return false;
  const std::size_t items = graph.shape(variable.node).size() / k;
  std::vector<std::size_t> item(rows, items);
  std::vector<std::size_t> found(rows, 0);
  for (std::size_t p = 0; p < term.pairs.size(); ++p) {
    const std::size_t row = term.pairs.row(p) % rows;
    const std::size_t element = term.pairs.element(p);
    if (found[row]++ == 0) item[row] = element % items;
    if (element != item[row] + items * (term.pairs.row(p) / rows)) return false;
  }
  return std::ranges::all_of(found, [&](std::size_t n) { return n == 0 || n == k; });
}

// One term of a form at one position of a factor, as families are asked about it.
struct Occurrence {
  const Factor& factor;
  std::size_t position;
  const FormTerm& term;
  Use use;
};

// A number in a matrix must be a factor of all of it.
bool fills_item(const expr::Graph& graph, const Occurrence& at) {
  if (at.factor.is_opaque() || at.position == 0) return true;
  if (at.factor.distribution->arguments[at.position - 1].item != dist::Item::kMatrix) return true;
  const Pairs& pairs = at.term.pairs;
  const std::size_t size = graph.shape(at_position(at.factor, at.position)).size();
  std::vector<bool> is_there(size, false);
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    if (pairs.element(p) != pairs.element(0)) return false;
    is_there[pairs.row(p)] = true;
  }
  return std::ranges::find(is_there, false) == is_there.end();
}

bool takes_items_of(AliveForms& forms, const FamilyRule& family, const Occurrence& at) {
  if (family.item == FamilyItem::kScalar) return fills_item(forms.builder().graph(), at);
  return takes_whole_items(forms.builder().graph(), family,
                           forms.model().variables[at.term.variable], at.term,
                           at_position(at.factor, at.position));
}

// The families that can not have this term where it stands.
RuleSet refused_families(AliveForms& forms, const Occurrence& at, const Findings& findings) {
  std::vector<Term> arguments;
  for (const NodeId argument : at.factor.arguments) {
    arguments.emplace_back(forms.builder(), argument);
  }
  const auto is_kept = [&](const FamilyRule& family) {
    if (at.position != 0 || at.factor.is_opaque()) return family.accepts(at.use, arguments);
    return at.use.is_bare && family.prior != nullptr &&
           family.prior(*at.factor.distribution, arguments).has_value();
  };
  RuleSet refused;
  for (std::size_t place = 0; place < findings.rules.size(); ++place) {
    const FamilyRule* family = findings.rules[place].family;
    if (family == nullptr) continue;
    const bool is_possible = findings.could_be(at.term.variable, place) &&
                             takes_items_of(forms, *family, at) && is_kept(*family);
    if (!is_possible) refused = refused.with(RuleSet::only(place));
  }
  return refused;
}

// A prior to some power is not normalised; a share with a negative one may leave no finite
// integral. Shares of matrices are summed up by their rules, which have no weights.
void look_at_weight(const model::Model& model, const Factor& factor, const std::vector<Form>& forms,
                    Findings& findings) {
  if (!factor.weight) return;
  const bool is_negative = std::ranges::any_of(model.graph.constant(*factor.weight),
                                               [](double w) { return !(w >= 0.0); });
  const auto refuse_for = [&](const Form& form, std::string text, RuleSet refused) {
    findings.refuse_all(form, {{std::move(text), factor.where}, refused});
  };
  refuse_for(forms[0], "its prior is weighted", RuleList::kFamilies);
  for (std::size_t p = 1; p < forms.size(); ++p) {
    refuse_for(forms[p],
               fmt::format("the density of {} has a {}weight", value_text(factor),
                           is_negative ? "negative " : ""),
               is_negative ? RuleList::kFamilies : findings.rules.of_matrices());
  }
}

void look_at_prior(AliveForms& forms, std::size_t number, const Form& form, Findings& findings) {
  const Factor& factor = forms.factor(number);
  for (const FormTerm& term : form.terms) {
    const RuleSet refused = refused_families(
        forms, {factor, 0, term, use_of(factor, 0, term, form.is_product)}, findings);
    const std::string subject =
        prior_text(forms.model().graph, factor, forms.model().variables[term.variable].support);
    Obstacle not_conjugate{{fmt::format("{} is not conjugate to its uses", subject), factor.where},
                           refused,
                           ObstacleKind::kPrior,
                           subject};
    Obstacle second{{"it has more than one distribution of its own", factor.where},
                    RuleList::kFamilies};
    for (const std::uint32_t e : term.pairs.elements) {
      const bool has_one = findings.priors[term.variable][e] != kNoFactor;
      findings.priors[term.variable][e] = number;
      findings.refuse(term.variable, e, has_one ? second : not_conjugate);
    }
  }
}

// What a normal scale is of an element that it is a power of, and which prior would be conjugate.
struct ScaleRole {
  double exponent;
  std::string_view name;
  std::string_view conjugate;
};
constexpr ScaleRole kScaleRoles[] = {
    {0.5, "variance", "an inverse gamma prior"},
    {-0.5, "precision", "a gamma prior"},
};

Obstacle scale_obstacle(const Factor& factor, const Use& use, RuleSet refused) {
  const std::string value = value_text(factor);
  for (const auto& [exponent, name, conjugate] : kScaleRoles) {
    if (use.kind != UseKind::kPower || use.exponent != exponent) continue;
    return {{fmt::format("it is the {} of {}; conjugate would be {}", name, value, conjugate),
             factor.where},
            refused,
            ObstacleKind::kPlace,
            fmt::format("the {} of {}", name, value)};
  }
  if (use.kind == UseKind::kPower && use.exponent == 1.0) {
    return {{fmt::format("it is the scale of {}; conjugate would be its square, the variance "
                         "(inverse gamma), or the precision (gamma)",
                         value),
             factor.where},
            refused,
            ObstacleKind::kScale,
            value};
  }
  return {
      {fmt::format("it is in the scale of {}, and not in a conjugate form", value), factor.where},
      refused,
      ObstacleKind::kPlace,
      "in the scale of " + value};
}

// Of an argument that is in no conjugate form.
Obstacle argument_obstacle(const Factor& factor, std::size_t position, const Use& use,
                           RuleSet refused) {
  const std::string value = value_text(factor);
  const std::string_view name = factor.distribution->arguments[position - 1].name;
  const bool is_normal =
      factor.distribution == &dist::normal() || factor.distribution == &dist::lognormal();
  if (is_normal && position == 2) return scale_obstacle(factor, use, refused);
  if (is_normal) {
    return {{fmt::format("it is in the mean of {}, where only a parameter on the whole line is "
                         "conjugate",
                         value),
             factor.where},
            refused,
            ObstacleKind::kPlace,
            "in the mean of " + value};
  }
  Obstacle obstacle{{fmt::format("{} depends on it through {}, and not in a conjugate form",
                                 factor_text(factor), name),
                     factor.where},
                    refused};
  if (is_multi_normal(factor)) {
    obstacle.kind = ObstacleKind::kPlace;
    obstacle.subject = fmt::format("in the {} of {}", name == "mu" ? "mean" : "covariance", value);
  }
  return obstacle;
}

void look_at_argument(AliveForms& forms, const Factor& factor, std::size_t position,
                      const Form& form, Findings& findings) {
  for (const FormTerm& term : form.terms) {
    const Use use = use_of(factor, position, term, form.is_product);
    const RuleSet refused = refused_families(forms, {factor, position, term, use}, findings);
    Obstacle obstacle = argument_obstacle(factor, position, use, refused);
    for (const std::uint32_t e : term.pairs.elements) findings.refuse(term.variable, e, obstacle);
  }
}

// So that every row is a function of one element.
bool has_one_element_per_row(const Form& form) {
  if (form.terms.size() != 1 || form.terms[0].pairs.is_dense) return false;
  std::vector<std::uint32_t> rows = form.terms[0].pairs.rows;
  std::ranges::sort(rows);
  return std::ranges::adjacent_find(rows) == rows.end();
}

// In two places of one factor at once no family has its form.
void refuse_common(AliveForms& forms, const Factor& factor, const Form& one, const Form& other,
                   Findings& findings) {
  if (other.is_free()) return;
  const ElementSet elements = forms.forms().elements_of(other);
  Obstacle obstacle{{fmt::format("it is in two places of {}", factor_text(factor)), factor.where},
                    RuleList::kFamilies};
  for (const FormTerm& term : one.terms) {
    for (const std::uint32_t e : term.pairs.elements) {
      if (elements.contains(term.variable, e)) findings.refuse(term.variable, e, obstacle);
    }
  }
}

}  // namespace

Use use_of(const Factor& factor, std::size_t position, const FormTerm& term, bool is_product) {
  Use use{.distribution = factor.distribution, .position = position};
  const bool is_power = term.kind == TermKind::kLinear || term.kind == TermKind::kPower;
  if (is_power && is_product) {
    use.kind = UseKind::kPower;
    use.exponent = term.exponent;
    use.is_bare = term.kind == TermKind::kLinear && term.factor == 1.0 && !term.multiplier &&
                  !term.coefficient;
  } else if (term.kind == TermKind::kFreePower && is_product) {
    use.kind = UseKind::kFreePower;
    use.exponent = term.exponent;
    use.power = term.power;
  } else if (factor.is_opaque() && term.kind == TermKind::kLog && !term.multiplier &&
             !term.coefficient) {
    use.kind = UseKind::kLog;
    use.exponent = term.factor;
  } else if (term.kind == TermKind::kComplement) {
    use.kind = UseKind::kComplement;
  } else if (term.kind == TermKind::kOdds) {
    use.kind = UseKind::kOdds;
  }
  return use;
}

void look_at_families(AliveForms& forms, std::size_t factor, Findings& findings) {
  const Factor& f = forms.factor(factor);
  const std::vector<Form> at = forms.of(factor);
  look_at_weight(forms.model(), f, at, findings);
  for (std::size_t p = 0; p < at.size(); ++p) {
    if (at[p].is_free()) continue;
    if (p == 0) {
      look_at_prior(forms, factor, at[p], findings);
    } else {
      look_at_argument(forms, f, p, at[p], findings);
    }
    for (std::size_t q = 0; q < p; ++q) refuse_common(forms, f, at[p], at[q], findings);
  }
}

namespace {

// What sums to zero goes as a whole or not at all.
void keep_sums_whole(const model::Model& model, std::size_t variable, Findings& findings) {
  std::vector<RuleSet>& left = findings.left[variable];
  for (const SummedItem& item : zero_sums(model.variables[variable], variable)) {
    const auto lost =
        std::ranges::find_if(item.elements, [&](auto e) { return left[e].is_empty(); });
    if (lost == item.elements.end()) continue;
    for (const std::uint32_t e : item.elements) {
      if (left[e].is_empty()) continue;
      left[e] = {};
      findings.obstacles_of[variable][e] = findings.obstacles_of[variable][*lost];
    }
  }
}

}  // namespace

void look_at_opaque(AliveForms& forms, std::size_t factor, Findings& findings) {
  const Form form = forms.at(factor, 0);
  if (form.is_free()) return;
  const Factor& f = forms.factor(factor);
  RuleSet refused = RuleSet::all();
  if (has_one_element_per_row(form)) {
    const Use use = use_of(f, 0, form.terms[0], form.is_product);
    refused = RuleList::kBlock.with(refused_families(forms, {f, 0, form.terms[0], use}, findings));
  }
  std::string text =
      f.label.empty()
          ? std::string("it is in a factor of the density that is no distribution")
          : fmt::format("it is in a condition or a density of {} that is no plain distribution",
                        f.label);
  if (!f.squares_obstacle.empty()) {
    text = "it is in squares that are added to target, and " + f.squares_obstacle;
  }
  findings.refuse_all(form, {{text, f.where}, refused});
}

void require_matrix_priors(const model::Model& model, Findings& findings) {
  for (std::size_t v = 0; v < model.variables.size(); ++v) {
    if (!findings.can_be(v, findings.rules.of_matrices())) continue;
    Obstacle obstacle{
        {"it has no prior of a family that can be integrated out", model.variables[v].where},
        findings.rules.of_matrices()};
    for (std::size_t e = 0; e < findings.priors[v].size(); ++e) {
      if (findings.priors[v][e] == kNoFactor) findings.refuse(v, e, obstacle);
    }
  }
}

namespace {

// A matrix stays for one reason: that of the element with most obstacles.
void unite_reasons(const model::Model& model, std::size_t variable, Findings& findings) {
  const std::size_t items = findings.items(model, variable);
  std::vector<std::vector<ObstacleNumber>>& noted = findings.obstacles_of[variable];
  for (std::size_t item = 0; item < items; ++item) {
    std::size_t most = item;
    for (std::size_t e = item; e < noted.size(); e += items) {
      if (noted[e].size() > noted[most].size()) most = e;
    }
    for (std::size_t e = item; e < noted.size(); e += items) noted[e] = noted[most];
  }
}

}  // namespace

void keep_items_whole(const model::Model& model, Findings& findings) {
  for (std::size_t v = 0; v < model.variables.size(); ++v) keep_sums_whole(model, v, findings);
  for (std::size_t v = 0; v < model.variables.size(); ++v) {
    if (!findings.can_be(v, findings.rules.of_items())) continue;
    const std::size_t items = findings.items(model, v);
    std::vector<RuleSet>& left = findings.left[v];
    for (std::size_t e = 0; e < left.size(); ++e) {
      if (!left[e].is_empty()) continue;
      for (std::size_t other = e % items; other < left.size(); other += items) {
        if (left[other].is_empty()) continue;
        left[other] = {};
        findings.obstacles_of[v][other] = findings.obstacles_of[v][e];
      }
    }
  }
  for (std::size_t v = 0; v < model.variables.size(); ++v) {
    const bool has_elements = !findings.left[v].empty();
    if (has_elements && findings.possible[v].has_any(findings.rules.of_matrices())) {
      unite_reasons(model, v, findings);
    }
  }
}

}  // namespace autumn::collapse
