// This file notes the obstacles to the Gaussian rules, factor by factor.
#include "collapse/analysis/normal_uses.h"

#include <fmt/format.h>

#include <algorithm>

#include "collapse/analysis/phrases.h"
#include "dist/list.h"

namespace autumn::collapse {
namespace {

using model::Factor;

// The covariance is in the whitened residual: what it contains must be refused for that first.
void look_at_scale(AliveForms& forms, std::size_t factor, const NormalRows& rows,
                   Findings& findings) {
  const Factor& f = forms.factor(factor);
  if (f.arguments.size() <= 1) return;
  const std::string value = value_text(f);
  if (rows.is_whitened) {
    findings.refuse_all(forms.at(factor, 2),
                        {{fmt::format("it is in the covariance of {}", value), f.where},
                         RuleList::kBlock,
                         ObstacleKind::kPlace,
                         "in the covariance of " + value});
  } else {
    findings.refuse_all(forms.at(factor, 2),
                        {{fmt::format("the scale of {} depends on it", value), f.where},
                         RuleList::kBlock,
                         ObstacleKind::kScale,
                         value});
  }
}

void look_at_weight(AliveForms& forms, std::size_t factor, const NormalRows& rows,
                    Findings& findings) {
  const Factor& f = forms.factor(factor);
  if (!f.weight) return;
  const bool is_negative = std::ranges::any_of(forms.model().graph.constant(*f.weight),
                                               [](double w) { return !(w >= 0.0); });
  if (!is_negative && !rows.is_whitened) return;
  const std::string text =
      is_negative ? fmt::format("the density of {} has a negative weight", value_text(f))
                  : fmt::format("the density of {}, whose elements are correlated, is weighted",
                                value_text(f));
  findings.refuse_all(forms.residual(factor, rows), {{text, f.where}, RuleList::kBlock});
}

void look_at_residual(AliveForms& forms, std::size_t factor, const NormalRows& rows,
                      Findings& findings) {
  const Factor& f = forms.factor(factor);
  const std::string value = value_text(f);
  const std::string_view mean = f.distribution == &dist::lognormal() ? "log mean" : "mean";
  const std::string place = "in the mean of " + value;
  Obstacle not_linear{{fmt::format("the {} of {} is not linear in it", mean, value), f.where},
                      RuleList::kGaussian,
                      ObstacleKind::kPlace,
                      place};
  Obstacle not_followed{
      {fmt::format("the {} of {} contains it through a recurrence or a running sum, and is not "
                   "linear in it, or too long to be followed",
                   mean, value),
       f.where},
      RuleList::kGaussian,
      ObstacleKind::kPlace,
      place};
  Obstacle not_log_linear{
      {fmt::format("the {} of {} is not linear in its logarithm", mean, value), f.where},
      RuleList::kLogGaussian,
      ObstacleKind::kPlace,
      place};
  for (const FormTerm& term : forms.residual(factor, rows).terms) {
    const bool is_followed = !term.pairs.is_wide && !term.is_unfollowed;
    for (const std::uint32_t e : term.pairs.elements) {
      if (term.kind != TermKind::kLinear) {
        findings.refuse(term.variable, e, is_followed ? not_linear : not_followed);
      }
      if (term.kind != TermKind::kLog) findings.refuse(term.variable, e, not_log_linear);
    }
  }
}

// The powers in which the elements of a term stand in the values of a factor, rows counted by
// weight.
void add_powers(const AliveForms& forms, std::size_t factor, const FormTerm& term,
                std::vector<double>& powers) {
  const model::Model& model = forms.model();
  const Factor& f = model.factors[factor];
  std::span<const double> weights;
  if (f.weight) weights = model.graph.constant(*f.weight);
  const auto weight = [&](std::size_t row) {
    if (forms.is_gone(factor, row)) return 0.0;
    return weights.empty() ? 1.0 : weights[weights.size() == 1 ? 0 : row];
  };
  double all = 0.0;
  for (std::size_t r = 0; r < row_count(model.graph, f); ++r) all += weight(r);
  for (std::size_t p = 0; p < term.pairs.size(); ++p) {
    const std::uint32_t row = row_of(model.graph, f, 0, term.pairs.row(p));
    powers[term.pairs.element(p)] += term.exponent * (row == kEveryRow ? all : weight(row));
  }
}

}  // namespace

void look_at_normal(AliveForms& forms, std::size_t factor, Findings& findings) {
  const Factor& f = forms.factor(factor);
  if (const std::optional<NormalRows> rows = forms.normal(factor)) {
    look_at_scale(forms, factor, *rows, findings);
    look_at_weight(forms, factor, *rows, findings);
    look_at_residual(forms, factor, *rows, findings);
    return;
  }
  for (std::size_t p = 0; p < positions(f); ++p) {
    const Form form = forms.at(factor, p);
    if (form.is_free()) continue;
    findings.refuse_all(form, {{not_normal_text(f, p), f.where}, RuleList::kBlock});
  }
}

// Squares are rows like those of a normal factor, and nothing that a family could take.
void look_at_squares(AliveForms& forms, std::size_t factor, Findings& findings) {
  const Factor& f = forms.factor(factor);
  findings.refuse_all(
      forms.forms().of(f.squares->scale),
      {{"it is the weight or the scale of squares that are added to target", f.where},
       RuleSet::all()});
  Obstacle not_linear{
      {"it is in squares that are added to target, and what is squared is not linear in it",
       f.where},
      RuleSet::all()};
  Obstacle no_family{{"it is in squares that are added to target", f.where},
                     RuleSet::all().without(RuleList::kGaussian)};
  for (const FormTerm& term : forms.forms().of(f.squares->residual).terms) {
    const bool is_linear = term.kind == TermKind::kLinear;
    for (const std::uint32_t e : term.pairs.elements) {
      findings.refuse(term.variable, e, is_linear ? no_family : not_linear);
    }
  }
}

void require_lognormal_priors(AliveForms& forms, Findings& findings) {
  const model::Model& model = forms.model();
  std::vector<std::vector<double>> powers;
  for (const std::vector<RuleSet>& rules : findings.left) powers.emplace_back(rules.size(), 0.0);
  for (std::size_t f = 0; f < model.factors.size(); ++f) {
    if (model.factors[f].distribution != &dist::lognormal()) continue;
    for (const FormTerm& term : forms.at(f, 0).terms) {
      add_powers(forms, f, term, powers[term.variable]);
    }
  }
  for (std::size_t v = 0; v < model.variables.size(); ++v) {
    if (!findings.can_be(v, RuleList::kLogGaussian)) continue;
    Obstacle obstacle{
        {"it has no prior of a family that can be integrated out", model.variables[v].where},
        RuleList::kLogGaussian};
    for (std::size_t e = 0; e < powers[v].size(); ++e) {
      if (powers[v][e] != 1.0) findings.refuse(v, e, obstacle);
    }
  }
}

}  // namespace autumn::collapse
