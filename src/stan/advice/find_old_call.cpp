// This file finds calls of functions that have other names today, and densities without a bar.
#include "stan/advice/find_old_forms.h"

#include <array>
#include <optional>

#include "stan/types/signature.h"

namespace autumn::stan {
namespace {

struct Renamed {
  std::string_view old_name;
  std::string_view new_name;
};
constexpr std::array kRenamed{
    Renamed{"fabs", "abs"},
    Renamed{"cov_exp_quad", "gp_exp_quad_cov"},
    Renamed{"multiply_log", "lmultiply"},
    Renamed{"binomial_coefficient_log", "lchoose"},
    Renamed{"get_lp", "target"},
};

// Still in Stan, and to be replaced by hand.
struct Deprecated {
  std::string_view name;
  std::string_view instead;
};
constexpr std::array kDeprecated{
    Deprecated{"integrate_ode", "use `ode_rk45`, whose states are vectors"},
    Deprecated{"integrate_ode_rk45", "use `ode_rk45`, whose states are vectors"},
    Deprecated{"integrate_ode_bdf", "use `ode_bdf`, whose states are vectors"},
    Deprecated{"integrate_ode_adams", "use `ode_adams`, whose states are vectors"},
    Deprecated{"algebra_solver", "use `solve_powell`"},
    Deprecated{"algebra_solver_newton", "use `solve_newton`"},
    Deprecated{"lkj_cov", "use `lkj_corr` and a distribution of the scales"},
};

bool is_cumulative(std::string_view name) {
  return name.ends_with("_cdf") || name.ends_with("_lcdf") || name.ends_with("_lccdf");
}

bool is_density_name(std::string_view name) {
  return name.ends_with("_lpdf") || name.ends_with("_lpmf") || name.ends_with("_lupdf") ||
         name.ends_with("_lupmf");
}

std::string_view without_ending(std::string_view name, std::string_view ending) {
  return name.substr(0, name.size() - ending.size());
}

// Of a function of the user that is named `foo_log`: what its first argument says.
std::string ending_of_users(const TokenText& tokens, std::string_view name) {
  for (std::size_t at = 1; at < tokens.size(); ++at) {
    if (tokens[at].text != name || !tokens.is_definition(at)) continue;
    const std::size_t closing = tokens.closing(at + 1);
    for (std::size_t type = at + 2; type < closing; ++type) {
      if (tokens.is(type, TokenKind::kInt)) return "_lpmf";
      if (tokens.is(type, TokenKind::kIdentifier)) break;
    }
  }
  return "_lpdf";
}

// The name that a density has today: normal_log is normal_lpdf, normal_ccdf_log normal_lccdf.
std::optional<std::string> density_today(const TokenText& tokens, std::string_view name) {
  for (const std::string_view kind : {"ccdf", "cdf"}) {
    const std::string ending = "_" + std::string(kind) + "_log";
    if (!name.ends_with(ending)) continue;
    const std::string_view stem = without_ending(name, ending);
    const bool is_known = is_distribution(stem) || tokens.is_defined(name);
    if (is_known) return std::string(stem) + "_l" + std::string(kind);
  }
  if (!name.ends_with("_log")) return std::nullopt;
  const std::string stem(without_ending(name, "_log"));
  if (tokens.is_defined(name)) {
    if (!tokens.is_drawn(stem)) return std::nullopt;
    return stem + ending_of_users(tokens, name);
  }
  const auto kind = distribution_kind(stem);
  if (!kind || !lookup(name).empty()) return std::nullopt;
  return stem + (*kind == DistributionKind::kDiscrete ? "_lpmf" : "_lpdf");
}

OldForm refused(const TokenText& tokens, std::size_t at, std::string what) {
  return {.where = tokens.where(at),
          .what = std::move(what),
          .instead = {},
          .is_refused = true,
          .edits = {}};
}

std::string today(std::string_view old_name, std::string_view new_name) {
  return "`" + std::string(old_name) + "` was removed from the language: it is `" +
         std::string(new_name) + "` today";
}

// The comma behind the outcome becomes a bar.
void add_bar(const TokenText& tokens, std::size_t at, OldForm& form) {
  const std::vector<std::size_t> separators = tokens.separators(at + 1);
  if (separators.empty() || !tokens.is(separators[0], TokenKind::kComma)) return;
  form.edits.push_back(tokens.replace(separators[0], " |"));
}

void find_density(const TokenText& tokens, std::size_t at, std::vector<OldForm>& forms) {
  const std::string_view name = tokens[at].text;
  const bool is_called = !tokens.is_definition(at);
  if (const auto now = density_today(tokens, name)) {
    OldForm form = refused(tokens, at, today(name, *now));
    form.edits.push_back(tokens.replace(at, *now));
    if (is_called) add_bar(tokens, at, form);
    forms.push_back(std::move(form));
    return;
  }
  if (!is_called || (!is_cumulative(name) && !is_density_name(name))) return;
  OldForm form = refused(tokens, at, "`" + std::string(name) + "` needs a `|` after the outcome");
  add_bar(tokens, at, form);
  if (!form.edits.empty()) forms.push_back(std::move(form));
}

void find_increment(const TokenText& tokens, std::size_t at, std::vector<OldForm>& forms) {
  const std::size_t closing = tokens.closing(at + 1);
  if (closing >= tokens.size()) return;
  OldForm form = refused(tokens, at, "`increment_log_prob` was removed from the language");
  form.edits = {tokens.remove(at, at + 1), tokens.replace(closing, "")};
  form.edits[0].text = "target += ";
  forms.push_back(std::move(form));
}

void find_if_else(const TokenText& tokens, std::size_t at, std::vector<OldForm>& forms) {
  const std::vector<std::size_t> commas = tokens.separators(at + 1);
  if (commas.size() != 2) return;
  OldForm form = refused(tokens, at, "`if_else` was removed from the language: it is `? :` today");
  form.edits = {tokens.remove(at, at), tokens.replace(commas[0], " ?"),
                tokens.replace(commas[1], " :")};
  forms.push_back(std::move(form));
}

}  // namespace

void find_old_call(const TokenText& tokens, std::size_t at, std::vector<OldForm>& forms) {
  if (!tokens.is(at + 1, TokenKind::kLeftParen)) return;
  const std::string_view name = tokens[at].text;
  if (name == "increment_log_prob") return find_increment(tokens, at, forms);
  for (const Deprecated& each : kDeprecated) {
    if (each.name != name || tokens.is_defined(name)) continue;
    forms.push_back({.where = tokens.where(at),
                     .what = "`" + std::string(name) + "` is deprecated",
                     .instead = std::string(each.instead),
                     .is_refused = false,
                     .edits = {}});
    return;
  }
  if (at > 0 && tokens.is(at - 1, TokenKind::kTilde)) return;
  if (name == "if_else" && !tokens.is_defined(name)) return find_if_else(tokens, at, forms);
  for (const Renamed& each : kRenamed) {
    if (each.old_name != name || tokens.is_defined(name)) continue;
    OldForm form = refused(tokens, at, today(name, each.new_name));
    form.edits.push_back(tokens.replace(at, std::string(each.new_name)));
    forms.push_back(std::move(form));
    return;
  }
  if (tokens.is(at, TokenKind::kIdentifier)) find_density(tokens, at, forms);
}

}  // namespace autumn::stan
