// This file compares distributions with what stands in them: outcomes, arguments and constants.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "stan/advice/domains.h"
#include "stan/advice/facts.h"
#include "stan/printing/print.h"

namespace autumn::stan {
namespace {

constexpr double kLargeConstant = 1000.0;
constexpr double kSmallConstant = 0.001;
constexpr double kVagueGamma = 0.1;

// A place of a distribution whose argument is looked at.
struct ArgumentPlace {
  const DensityFactor& factor;
  const Expr& argument;
  std::string name;  // "scale"
  Domain domain;
};

std::string spaced(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

class ArgumentLook {
 public:
  ArgumentLook(const Facts& facts, std::vector<Warning>& warnings)
      : facts_(facts), warnings_(warnings) {}

  void visit(const DensityFactor& factor) {
    if (factor.outcome == nullptr || factor.is_user) return;
    look_at_truncation(factor);
    if (factor.distribution == "uniform") return look_at_uniform(factor);
    if (factor.distribution == "lkj_corr") warn_of_lkj(factor);
    const auto domains = domains_of(factor.distribution);
    if (!domains) return;
    look_at_outcome(factor, domains->outcome);
    const std::size_t count = std::min(domains->arguments.size(), factor.arguments.size());
    for (std::size_t i = 0; i < count; ++i) {
      look_at_argument({.factor = factor,
                        .argument = *factor.arguments[i],
                        .name = spaced(domains->arguments[i].name),
                        .domain = domains->arguments[i].domain});
    }
    look_at_vague_gamma(factor);
  }

 private:
  void warn(WarningKind kind, const SourceRange& where, std::string message,
            std::string suggestion) {
    warnings_.push_back({kind, {std::move(message), std::move(suggestion), where}});
  }

  void look_at_outcome(const DensityFactor& factor, Domain domain) {
    const Declaration* declared = facts_.parameter_named(*factor.outcome);
    if (declared == nullptr || may_fit(declared->type, domain)) return;
    warn(WarningKind::kSupport, factor.outcome->where,
         fmt::format("what `{}` draws is {}, but `{}` is declared as `{}`", factor.distribution,
                     demand(domain), declared->name, to_text(declared->type)),
         std::string(remedy(domain)));
  }

  void look_at_argument(const ArgumentPlace& place) {
    if (const auto value = literal_value(place.argument)) return look_at_number(place, *value);
    const Declaration* declared = facts_.parameter_named(place.argument);
    if (declared == nullptr || may_fit(declared->type, place.domain)) return;
    const bool is_unbounded = place.domain == Domain::kPositive && declared->type.lower == nullptr;
    warn(is_unbounded ? WarningKind::kUnboundedScale : WarningKind::kArgument, place.argument.where,
         fmt::format("the {} of `{}` must be {}, but `{}` is declared as `{}`", place.name,
                     place.factor.distribution, demand(place.domain), declared->name,
                     to_text(declared->type)),
         std::string(remedy(place.domain)));
  }

  void look_at_number(const ArgumentPlace& place, double value) {
    if (!contains(place.domain, value)) {
      return warn(
          WarningKind::kArgument, place.argument.where,
          fmt::format("the {} of `{}` must be {}, and {} is not", place.name,
                      place.factor.distribution, demand(place.domain), to_text(place.argument)),
          "the density is zero or undefined everywhere");
    }
    const double size = std::abs(value);
    const bool is_prior = facts_.parameter_named(*place.factor.outcome) != nullptr;
    const bool is_extreme = size >= kLargeConstant || (value != 0.0 && size <= kSmallConstant);
    if (!is_prior || !is_extreme) return;
    warn(WarningKind::kConstants, place.argument.where,
         fmt::format("{} is a {} {} for a prior", to_text(place.argument),
                     size >= kLargeConstant ? "very large" : "very small", place.name),
         "measure the variable in other units, so that its values are near 1");
  }

  void look_at_vague_gamma(const DensityFactor& factor) {
    const bool is_gamma = factor.distribution == "gamma" || factor.distribution == "inv_gamma";
    if (!is_gamma || factor.arguments.size() != 2) return;
    const auto first = literal_value(*factor.arguments[0]);
    const auto second = literal_value(*factor.arguments[1]);
    if (!first || first != second || *first > kVagueGamma || *first <= 0.0) return;
    warn(WarningKind::kConstants, factor.arguments[0]->where,
         fmt::format("`{0}({1}, {1})` is no vague prior: most of its mass is near zero or very far "
                     "out",
                     factor.distribution, to_text(*factor.arguments[0])),
         "a half-normal or half-t prior of the scale says what is meant more often");
  }

  void warn_of_lkj(const DensityFactor& factor) {
    if (facts_.parameter_named(*factor.outcome) == nullptr) return;
    warn(WarningKind::kSlowDistribution, factor.outcome->where,
         "`lkj_corr` of a whole matrix is slower and less exact than its Cholesky factor",
         "declare `cholesky_factor_corr[K] L;` and write `L ~ lkj_corr_cholesky(eta);`");
  }

  // `uniform(1, 0)` has no values, and is no reason to declare any bounds.
  bool has_crossed_bounds(const DensityFactor& factor) {
    const auto lower = literal_value(*factor.arguments[0]);
    const auto upper = literal_value(*factor.arguments[1]);
    if (!lower || !upper || *lower < *upper) return false;
    warn(WarningKind::kSupport, factor.arguments[0]->where,
         fmt::format("the bounds of `uniform({}, {})` are crossed: no value is between them",
                     to_text(*factor.arguments[0]), to_text(*factor.arguments[1])),
         "the lower bound comes first");
    return true;
  }

  // Outside of its bounds a uniform density is zero: the declaration must not go further.
  void look_at_uniform(const DensityFactor& factor) {
    const Declaration* declared = facts_.parameter_named(*factor.outcome);
    if (factor.arguments.size() != 2 || has_crossed_bounds(factor) || declared == nullptr) return;
    const DeclaredType& type = declared->type;
    const bool is_inside = bound_fits(type.lower, *factor.arguments[0], 1.0) &&
                           bound_fits(type.upper, *factor.arguments[1], -1.0);
    if (is_inside || type.kind > DeclaredKind::kMatrix) return;
    warn(WarningKind::kSupport, factor.outcome->where,
         fmt::format("`uniform({0}, {1})` is zero outside of its bounds, but `{2}` is declared as "
                     "`{3}`",
                     to_text(*factor.arguments[0]), to_text(*factor.arguments[1]), declared->name,
                     to_text(type)),
         fmt::format("declare it with `<lower={}, upper={}>`; no statement is needed then",
                     to_text(*factor.arguments[0]), to_text(*factor.arguments[1])));
  }

  void look_at_truncation(const DensityFactor& factor) {
    const Declaration* declared = facts_.parameter_named(*factor.outcome);
    if (factor.truncation == nullptr || declared == nullptr) return;
    if (declared->type.kind > DeclaredKind::kMatrix) return;
    const auto [low, high] = std::pair(factor.truncation->low.get(), factor.truncation->high.get());
    const bool fits = (low == nullptr || bound_fits(declared->type.lower, *low, 1.0)) &&
                      (high == nullptr || bound_fits(declared->type.upper, *high, -1.0));
    if (fits) return;
    warn(WarningKind::kSupport, factor.outcome->where,
         fmt::format("the truncated density is zero outside of its bounds, but `{}` is declared as "
                     "`{}`",
                     declared->name, to_text(declared->type)),
         "declare it with the same bounds");
  }

  // Whether a declared bound may be at the limit or inside of it; `sign` is 1 for lower bounds.
  static bool bound_fits(const ExprPtr& bound, const Expr& limit, double sign) {
    if (bound == nullptr) return false;
    const auto declared = literal_value(*bound);
    const auto wanted = literal_value(limit);
    return !declared || !wanted || sign * (*declared - *wanted) >= 0.0;
  }

  const Facts& facts_;
  std::vector<Warning>& warnings_;
};

}  // namespace

void warn_of_arguments(const Facts& facts, std::vector<Warning>& warnings) {
  ArgumentLook look(facts, warnings);
  for (const DensityFactor& factor : facts.factors) look.visit(factor);
}

}  // namespace autumn::stan
