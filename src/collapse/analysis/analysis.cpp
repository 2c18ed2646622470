// Every factor is asked once what it allows of the elements in it.
#include "collapse/analysis/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/words.h"
#include "collapse/forms/normal.h"
#include "dist/list.h"

namespace autumn::collapse {
namespace {

using model::Factor;
using model::SupportKind;

constexpr std::array kFamilies = {Rule::kBeta, Rule::kGamma, Rule::kInverseGamma, Rule::kDirichlet};

constexpr RuleSet kAllRules = 0xff;
constexpr auto kFamilyRules = static_cast<RuleSet>(~kGaussianRules);

bool is_constant_number(const expr::Graph& graph, std::optional<NodeId> node, double number) {
  if (!node || !graph.is_constant(*node)) return false;
  return std::ranges::all_of(graph.constant(*node), [&](double x) { return x == number; });
}

// The rules whose family lives on exactly this support.
RuleSet rules_of(const expr::Graph& graph, const model::Support& support) {
  switch (support.kind) {
    case SupportKind::kReal: return bit(Rule::kGaussian);
    case SupportKind::kLower:
      if (!is_constant_number(graph, support.lower, 0.0)) return 0;
      return bit(Rule::kGamma) | bit(Rule::kInverseGamma) | bit(Rule::kLogGaussian);
    case SupportKind::kInterval:
      if (!is_constant_number(graph, support.lower, 0.0)) return 0;
      return is_constant_number(graph, support.upper, 1.0) ? bit(Rule::kBeta) : RuleSet{0};
    case SupportKind::kSimplex: return bit(Rule::kDirichlet);
    case SupportKind::kUpper:
    case SupportKind::kOrdered:
    case SupportKind::kPositiveOrdered:
    case SupportKind::kUnitVector:
    case SupportKind::kSumToZero:
    case SupportKind::kCholeskyCorr:
    case SupportKind::kCholeskyCov:
    case SupportKind::kCorrMatrix:
    case SupportKind::kCovMatrix:
    case SupportKind::kColumnStochastic:
    case SupportKind::kSumToZeroMatrix: return 0;
  }
  internal_error("the support is one of the list", __FILE__, __LINE__);
}

// "y ~ poisson", or where nobody named the value "a poisson distribution".
std::string factor_text(const Factor& factor) {
  const std::string_view name = factor.distribution->name;
  return factor.label.empty() ? with_article(name) + " distribution"
                              : fmt::format("{} ~ {}", factor.label, name);
}

// "y", or where nobody named it "a normal value".
std::string value_text(const Factor& factor) {
  return factor.label.empty() ? with_article(factor.distribution->name) + " value" : factor.label;
}

// Of a factor that has an element on its left (position 0) or among its arguments.
std::string not_normal_text(const Factor& factor, std::size_t position) {
  const bool is_circular = factor.distribution == &dist::von_mises();
  return fmt::format("{}{}{}", factor_text(factor), position == 0 ? " " : " depends on it, and ",
                     is_circular ? "is a distribution on the circle: no rule integrates over angles"
                                 : "is not normal");
}

// For the reason why no rule fits it.
std::string_view support_text(const model::Support& support) {
  switch (support.kind) {
    case SupportKind::kLower: return "a lower bound other than 0";
    case SupportKind::kUpper: return "an upper bound";
    case SupportKind::kInterval: return "an interval other than 0 to 1";
    case SupportKind::kReal:
    case SupportKind::kSimplex:
    case SupportKind::kOrdered:
    case SupportKind::kPositiveOrdered:
    case SupportKind::kUnitVector:
    case SupportKind::kSumToZero:
    case SupportKind::kCholeskyCorr:
    case SupportKind::kCholeskyCov:
    case SupportKind::kCorrMatrix:
    case SupportKind::kCovMatrix:
    case SupportKind::kColumnStochastic:
    case SupportKind::kSumToZeroMatrix: return model::name_of(support.kind);
  }
  internal_error("the support is one of the list", __FILE__, __LINE__);
}

// "a half-Cauchy prior", "an exponential prior": as a statistician calls it.
std::string prior_subject(const expr::Graph& graph, const Factor& factor,
                          const model::Support& support) {
  const dist::Distribution& d = *factor.distribution;
  const bool is_cut = d.variate.domain == dist::Domain::kReal && d.bounds == nullptr &&
                      support.kind != SupportKind::kReal;
  if (!is_cut) return with_article(d.name) + " prior";
  const bool is_half =
      is_constant_number(graph, support.lower, 0.0) && support.kind == SupportKind::kLower &&
      (!d.location || is_constant_number(graph, factor.arguments[*d.location], 0.0));
  std::string_view name = d.name;
  if (name == "cauchy") name = "Cauchy";
  if (name == "std_normal") name = "normal";
  if (name == "student_t") name = "Student-t";
  return fmt::format("a {}{} prior", is_half ? "half-" : "truncated ", name);
}

bool is_multi_normal(const Factor& factor) {
  const dist::Distribution* d = factor.distribution;
  return d == &dist::multi_normal() || d == &dist::multi_normal_cholesky() ||
         d == &dist::multi_normal_prec();
}

// A simplex stands in a factor as it was declared: whole items, in order. Items of rows that have
// been dropped are missing.
bool takes_whole_items(const expr::Graph& graph, const model::Variable& variable,
                       const FormTerm& term, NodeId node) {
  if (term.pairs.is_dense || term.kind != TermKind::kLinear || term.factor != 1.0 ||
      term.multiplier || term.coefficient) {
    return false;
  }
  const expr::Shape shape = graph.shape(node);
  const std::size_t k = variable.dims.back();
  const std::size_t rows = shape.is_matrix() ? shape.rows : 1;
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

}  // namespace

std::span<const Rule> family_rules() {
  return kFamilies;
}

const FamilyRule* family_of(Rule rule) {
  switch (rule) {
    case Rule::kBeta: return &beta_rule();
    case Rule::kGamma: return &gamma_rule();
    case Rule::kInverseGamma: return &inverse_gamma_rule();
    case Rule::kDirichlet: return &dirichlet_rule();
    case Rule::kLeaf:
    case Rule::kGaussian:
    case Rule::kLogGaussian: return nullptr;
  }
  internal_error("the rule is one of the list", __FILE__, __LINE__);
}

Use use_of(const Factor& factor, std::size_t position, const FormTerm& term, bool is_product) {
  Use use{.distribution = factor.distribution, .position = position};
  const bool is_power = term.kind == TermKind::kLinear || term.kind == TermKind::kPower;
  if (is_power && is_product) {
    use.kind = UseKind::kPower;
    use.exponent = term.exponent;
    use.is_bare = term.kind == TermKind::kLinear && term.factor == 1.0 && !term.multiplier &&
                  !term.coefficient;
  } else if (term.kind == TermKind::kComplement) {
    use.kind = UseKind::kComplement;
  } else if (term.kind == TermKind::kOdds) {
    use.kind = UseKind::kOdds;
  }
  return use;
}

Analysis::Analysis(const model::Model& model, const ElementSet& candidates,
                   const std::vector<RowMarks>& dropped)
    : model_(model), dropped_(dropped), builder_(model.graph), forms_(model, builder_, candidates) {
  start(candidates);
  look_at_supports();
  for (std::size_t f = 0; f < model.factors.size(); ++f) {
    // A leaf that is gone multiplies nothing any more.
    const RowMarks& gone = dropped[f];
    if (!gone.empty() && std::ranges::find(gone, 0) == gone.end()) continue;
    if (model.factors[f].is_precaution) continue;
    const std::size_t products = forms_.conflicts().size();
    if (model.factors[f].is_opaque()) {
      look_at_opaque(f);
    } else {
      look_at_normal(f);
      look_at_families(f);
    }
    exclude_products(products, model.factors[f]);
  }
  require_lognormal_priors();
  keep_items_whole();
  for (std::size_t f = 0; f < model.factors.size(); ++f) exclude_neighbours(f);
  waive_shared_scales();
}

void Analysis::start(const ElementSet& candidates) {
  for (std::size_t v = 0; v < model_.variables.size(); ++v) {
    const model::Variable& variable = model_.variables[v];
    const std::size_t n = candidates.size_of(v);
    possible_.push_back(rules_of(model_.graph, variable.support));
    rules_.emplace_back(n, RuleSet{0});
    obstacles_of_.emplace_back(n);
    priors_.emplace_back(n, std::uint8_t{0});
    prior_factors_.emplace_back(n, kNoFactor);
    for (std::size_t e = 0; e < n; ++e) {
      if (candidates.contains(v, e)) rules_[v][e] = possible_[v];
    }
  }
}

std::uint32_t Analysis::add_obstacle(Obstacle obstacle) {
  obstacles_.push_back(std::move(obstacle));
  return static_cast<std::uint32_t>(obstacles_.size() - 1);
}

// All that stands in the way is noted, also what comes after the last rule is gone: the reason is
// chosen at the end.
void Analysis::refuse(std::size_t variable, std::size_t element, std::uint32_t obstacle) {
  const RuleSet rules = obstacles_[obstacle].rules;
  if ((possible_[variable] & rules) == 0) return;
  std::vector<std::uint32_t>& noted = obstacles_of_[variable][element];
  if (noted.empty() || noted.back() != obstacle) noted.push_back(obstacle);
  RuleSet& left = rules_[variable][element];
  left = static_cast<RuleSet>(left & ~rules);
}

void Analysis::refuse_all(const Form& form, std::uint32_t obstacle) {
  for (const FormTerm& term : form.terms) {
    for (const std::uint32_t e : term.pairs.elements) refuse(term.variable, e, obstacle);
  }
}

Reason Analysis::reason(std::size_t variable, std::size_t element) const {
  const model::Variable& v = model_.variables[variable];
  if (possible_[variable] == 0) {
    return {fmt::format("no rule integrates over its support ({})", support_text(v.support)),
            v.where};
  }
  std::vector<const Obstacle*> obstacles;
  for (const std::uint32_t r : obstacles_of_[variable][element])
    obstacles.push_back(&obstacles_[r]);
  return reason_for(possible_[variable], obstacles);
}

Rule Analysis::rule(std::size_t variable, std::size_t element) const {
  for (const Rule rule : {Rule::kGaussian, Rule::kLogGaussian, Rule::kBeta, Rule::kGamma,
                          Rule::kInverseGamma, Rule::kDirichlet}) {
    if ((rules_[variable][element] & bit(rule)) != 0) return rule;
  }
  internal_error("a possible element has a rule", __FILE__, __LINE__);
}

// By its support: what has been refused since is no reason to refuse more.
bool Analysis::could_be(std::size_t variable, Rule rule) const {
  return (possible_[variable] & bit(rule)) != 0;
}

bool Analysis::can_be(std::size_t variable, RuleSet rules) const {
  return std::ranges::any_of(rules_[variable], [&](RuleSet r) { return (r & rules) != 0; });
}

Form Analysis::without_dropped(std::size_t factor, std::size_t position, Form form) const {
  const RowMarks& dropped = dropped_[factor];
  if (dropped.empty()) return form;
  const bool is_all = std::ranges::all_of(dropped, [](std::uint8_t m) { return m != 0; });
  Form result{.terms = {}, .is_product = form.is_product};
  for (const FormTerm& term : form.terms) {
    FormTerm left = term;
    left.pairs = {.is_dense = false, .row_count = term.pairs.row_count, .rows = {}, .elements = {}};
    for (std::size_t p = 0; p < term.pairs.size(); ++p) {
      const std::uint32_t row =
          row_of(model_.graph, model_.factors[factor], position, term.pairs.row(p));
      if (row == kEveryRow ? is_all : dropped[row] != 0) continue;
      left.pairs.rows.push_back(term.pairs.row(p));
      left.pairs.elements.push_back(term.pairs.element(p));
    }
    if (left.pairs.size() != 0) result.terms.push_back(std::move(left));
  }
  return result;
}

Form Analysis::alive(std::size_t factor, std::size_t position) {
  return without_dropped(factor, position,
                         forms_.of(at_position(model_.factors[factor], position)));
}

// Bounds are hidden factors; offset and multiplier only choose coordinates and bind nobody.
void Analysis::look_at_supports() {
  for (const model::Variable& variable : model_.variables) {
    for (const std::optional<NodeId>& bound : {variable.support.lower, variable.support.upper}) {
      if (!bound || model_.graph.is_constant(*bound)) continue;
      refuse_all(
          forms_.of(*bound),
          add_obstacle(
              {{fmt::format("it is in a bound of {}", variable.name), variable.where}, kAllRules}));
    }
  }
}

void Analysis::look_at_opaque(std::size_t factor) {
  const Form form = alive(factor, 0);
  if (form.is_free()) return;
  const Factor& f = model_.factors[factor];
  const std::string text =
      f.label.empty()
          ? std::string("it is in a term of the density that is no distribution")
          : fmt::format("it is in a condition or a density of {} that is no plain distribution",
                        f.label);
  refuse_all(form, add_obstacle({{text, f.where}, kAllRules}));
}

// Rows of a whitened residual are stored item by item.
Form Analysis::alive_residual(std::size_t factor, const NormalRows& rows) {
  Form residual = forms_.of(rows.residual);
  const RowMarks& dropped = dropped_[factor];
  if (dropped.empty()) return residual;
  const std::size_t per_row = builder_.shape(rows.residual).size() / dropped.size();
  for (FormTerm& term : residual.terms) {
    Pairs left{.is_dense = false, .row_count = term.pairs.row_count, .rows = {}, .elements = {}};
    for (std::size_t p = 0; p < term.pairs.size(); ++p) {
      if (dropped[term.pairs.row(p) / per_row] != 0) continue;
      left.rows.push_back(term.pairs.row(p));
      left.elements.push_back(term.pairs.element(p));
    }
    term.pairs = std::move(left);
  }
  return residual;
}

void Analysis::look_at_normal(std::size_t factor) {
  const Factor& f = model_.factors[factor];
  const std::optional<NormalRows> rows = normal_rows(builder_, f);
  if (rows) {
    look_at_residual(factor, *rows);
    return;
  }
  for (std::size_t p = 0; p < positions(f); ++p) {
    const Form form = alive(factor, p);
    if (form.is_free()) continue;
    refuse_all(form, add_obstacle({{not_normal_text(f, p), f.where}, kGaussianRules}));
  }
}

// Elements must be in the residual, linearly (or their logarithms), and nowhere else.
void Analysis::look_at_residual(std::size_t factor, const NormalRows& rows) {
  const Factor& f = model_.factors[factor];
  const std::string value = value_text(f);
  const bool is_log = f.distribution == &dist::lognormal();
  // The covariance is in the whitened residual: what it contains must be refused for that first.
  if (rows.is_whitened && f.arguments.size() > 1) {
    refuse_all(alive(factor, 2),
               add_obstacle({{fmt::format("it is in the covariance of {}", value), f.where},
                             kGaussianRules,
                             ObstacleKind::kPlace,
                             "in the covariance of " + value}));
  } else if (f.arguments.size() > 1) {
    refuse_all(alive(factor, 2),
               add_obstacle({{fmt::format("the scale of {} depends on it", value), f.where},
                             kGaussianRules,
                             ObstacleKind::kScale,
                             value}));
  }
  const auto is_negative = [](double w) { return !(w >= 0.0); };
  if (f.weight && std::ranges::any_of(model_.graph.constant(*f.weight), is_negative)) {
    refuse_all(
        alive_residual(factor, rows),
        add_obstacle({{fmt::format("the density of {} has a negative weight", value), f.where},
                      kGaussianRules}));
  } else if (f.weight && rows.is_whitened) {
    refuse_all(alive_residual(factor, rows),
               add_obstacle({{fmt::format("the density of {}, whose elements are correlated, is "
                                          "weighted",
                                          value),
                              f.where},
                             kGaussianRules}));
  }
  const std::uint32_t not_linear =
      add_obstacle({{is_log ? fmt::format("the log mean of {} is not linear in it", value)
                            : fmt::format("the mean of {} is not linear in it", value),
                     f.where},
                    bit(Rule::kGaussian),
                    ObstacleKind::kPlace,
                    "in the mean of " + value});
  const std::uint32_t not_log_linear = add_obstacle(
      {{is_log ? fmt::format("the log mean of {} is not linear in its logarithm", value)
               : fmt::format("the mean of {} is not linear in its logarithm", value),
        f.where},
       bit(Rule::kLogGaussian),
       ObstacleKind::kPlace,
       "in the mean of " + value});
  for (const FormTerm& term : alive_residual(factor, rows).terms) {
    for (const std::uint32_t e : term.pairs.elements) {
      if (term.kind != TermKind::kLinear) refuse(term.variable, e, not_linear);
      if (term.kind != TermKind::kLog) refuse(term.variable, e, not_log_linear);
    }
  }
}

void Analysis::look_at_families(std::size_t factor) {
  const Factor& f = model_.factors[factor];
  std::vector<Form> forms;
  for (std::size_t p = 0; p < positions(f); ++p) forms.push_back(alive(factor, p));
  look_at_weight(f, forms);
  for (std::size_t p = 0; p < forms.size(); ++p) {
    if (forms[p].is_free()) continue;
    if (p == 0) {
      look_at_prior(factor, forms[p]);
    } else {
      look_at_argument(f, p, forms[p]);
    }
    // In two places of one factor at once no family has its form.
    for (std::size_t q = 0; q < p; ++q) {
      if (forms[q].is_free()) continue;
      const ElementSet other = forms_.elements_of(forms[q]);
      const std::uint32_t obstacle = add_obstacle(
          {{fmt::format("it is in two places of {}", factor_text(f)), f.where}, kFamilyRules});
      for (const FormTerm& term : forms[p].terms) {
        for (const std::uint32_t e : term.pairs.elements) {
          if (other.contains(term.variable, e)) refuse(term.variable, e, obstacle);
        }
      }
    }
  }
}

// A prior to some power is not normalised; a share with a negative one may leave no finite
// integral.
void Analysis::look_at_weight(const Factor& factor, const std::vector<Form>& forms) {
  if (!factor.weight) return;
  const bool is_negative = std::ranges::any_of(model_.graph.constant(*factor.weight),
                                               [](double w) { return !(w >= 0.0); });
  const auto refuse_for = [&](const Form& form, std::string text) {
    refuse_all(form, add_obstacle({{std::move(text), factor.where}, kFamilyRules}));
  };
  refuse_for(forms[0], "its prior is weighted");
  if (!is_negative) return;
  for (std::size_t p = 1; p < forms.size(); ++p) {
    refuse_for(forms[p],
               fmt::format("the density of {} has a negative weight", value_text(factor)));
  }
}

void Analysis::look_at_prior(std::size_t number, const Form& form) {
  const Factor& factor = model_.factors[number];
  std::vector<Term> arguments;
  for (const NodeId argument : factor.arguments) arguments.emplace_back(builder_, argument);
  for (const FormTerm& term : form.terms) {
    const Use use = use_of(factor, 0, term, form.is_product);
    RuleSet refused = 0;
    for (const Rule rule : kFamilies) {
      const bool is_whole = rule != Rule::kDirichlet ||
                            (could_be(term.variable, rule) &&
                             takes_whole_items(builder_.graph(), model_.variables[term.variable],
                                               term, factor.value));
      if (!could_be(term.variable, rule) || !use.is_bare || !is_whole ||
          !family_of(rule)->prior(*factor.distribution, arguments)) {
        refused = static_cast<RuleSet>(refused | bit(rule));
      }
    }
    const std::string subject =
        prior_subject(model_.graph, factor, model_.variables[term.variable].support);
    const std::uint32_t not_conjugate =
        add_obstacle({{fmt::format("{} is not conjugate to its uses", subject), factor.where},
                      refused,
                      ObstacleKind::kPrior,
                      subject});
    const std::uint32_t second = add_obstacle(
        {{"it has more than one distribution of its own", factor.where}, kFamilyRules});
    for (const std::uint32_t e : term.pairs.elements) {
      prior_factors_[term.variable][e] = number;
      refuse(term.variable, e, ++priors_[term.variable][e] > 1 ? second : not_conjugate);
    }
  }
}

void Analysis::look_at_argument(const Factor& factor, std::size_t position, const Form& form) {
  std::vector<Term> arguments;
  for (const NodeId argument : factor.arguments) arguments.emplace_back(builder_, argument);
  for (const FormTerm& term : form.terms) {
    const Use use = use_of(factor, position, term, form.is_product);
    RuleSet refused = 0;
    for (const Rule rule : kFamilies) {
      const bool is_whole = rule != Rule::kDirichlet ||
                            (could_be(term.variable, rule) &&
                             takes_whole_items(builder_.graph(), model_.variables[term.variable],
                                               term, factor.arguments[position - 1]));
      if (!could_be(term.variable, rule) || !is_whole ||
          !family_of(rule)->accepts(use, arguments)) {
        refused = static_cast<RuleSet>(refused | bit(rule));
      }
    }
    const bool is_normal =
        factor.distribution == &dist::normal() || factor.distribution == &dist::lognormal();
    const std::string value = value_text(factor);
    Obstacle obstacle{
        {fmt::format("{} depends on it through {}, and not in a conjugate form",
                     factor_text(factor), factor.distribution->arguments[position - 1].name),
         factor.where},
        refused};
    const std::string_view name = factor.distribution->arguments[position - 1].name;
    if (is_multi_normal(factor)) {
      obstacle.kind = ObstacleKind::kPlace;
      obstacle.subject =
          fmt::format("in the {} of {}", name == "mu" ? "mean" : "covariance", value);
    } else if (is_normal && position == 2) {
      obstacle.kind = ObstacleKind::kScale;
      obstacle.subject = value;
      obstacle.reason.text = fmt::format(
          "it is the scale of {}; conjugate would be its square, the variance (inverse gamma), or "
          "the precision (gamma)",
          value);
    } else if (is_normal) {
      obstacle.kind = ObstacleKind::kPlace;
      obstacle.subject = "in the mean of " + value;
      obstacle.reason.text = fmt::format(
          "it is in the mean of {}, where only a parameter on the whole line is conjugate", value);
    }
    const std::uint32_t number = add_obstacle(std::move(obstacle));
    for (const std::uint32_t e : term.pairs.elements) refuse(term.variable, e, number);
  }
}

// The integral over v is that over log v times v: lognormals, which divide by their value, must
// bring the power -1 of v in all.
void Analysis::require_lognormal_priors() {
  std::vector<std::vector<double>> powers;
  for (const std::vector<RuleSet>& rules : rules_) powers.emplace_back(rules.size(), 0.0);
  for (std::size_t f = 0; f < model_.factors.size(); ++f) {
    if (model_.factors[f].distribution != &dist::lognormal()) continue;
    for (const FormTerm& term : alive(f, 0).terms) add_powers(f, term, powers[term.variable]);
  }
  for (std::size_t v = 0; v < model_.variables.size(); ++v) {
    if (!can_be(v, bit(Rule::kLogGaussian))) continue;
    const std::uint32_t obstacle = add_obstacle(
        {{"it has no prior of a family that can be integrated out", model_.variables[v].where},
         bit(Rule::kLogGaussian)});
    for (std::size_t e = 0; e < rules_[v].size(); ++e) {
      if (powers[v][e] != 1.0) refuse(v, e, obstacle);
    }
  }
}

// The powers in which the elements of a term stand in the values of a factor, rows counted by
// weight.
void Analysis::add_powers(std::size_t factor, const FormTerm& term,
                          std::vector<double>& powers) const {
  const Factor& f = model_.factors[factor];
  std::span<const double> weights;
  if (f.weight) weights = model_.graph.constant(*f.weight);
  const auto weight = [&](std::size_t row) {
    const RowMarks& dropped = dropped_[factor];
    if (!dropped.empty() && dropped[row] != 0) return 0.0;
    return weights.empty() ? 1.0 : weights[weights.size() == 1 ? 0 : row];
  };
  double all = 0.0;
  for (std::size_t r = 0; r < row_count(model_.graph, f); ++r) all += weight(r);
  for (std::size_t p = 0; p < term.pairs.size(); ++p) {
    const std::uint32_t row = row_of(model_.graph, f, 0, term.pairs.row(p));
    powers[term.pairs.element(p)] += term.exponent * (row == kEveryRow ? all : weight(row));
  }
}

// A simplex with an element that must stay, stays.
void Analysis::keep_items_whole() {
  for (std::size_t v = 0; v < model_.variables.size(); ++v) {
    if (!can_be(v, bit(Rule::kDirichlet))) continue;
    const std::size_t items = rules_[v].size() / model_.variables[v].dims.back();
    for (std::size_t e = 0; e < rules_[v].size(); ++e) {
      if (rules_[v][e] != 0) continue;
      for (std::size_t other = e % items; other < rules_[v].size(); other += items) {
        if (rules_[v][other] == 0) continue;
        rules_[v][other] = 0;
        obstacles_of_[v][other] = obstacles_of_[v][e];
      }
    }
  }
}

}  // namespace autumn::collapse
