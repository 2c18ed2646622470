// This file is the table of _lpdf, _lpmf, _cdf, _lcdf, _lccdf and _rng functions.
#include <fmt/format.h>

#include <cmath>
#include <deque>
#include <string>

#include "dist/list.h"
#include "trace/builtin.h"
#include "trace/distributions/density.h"
#include "trace/distributions/distribution.h"
#include "trace/distributions/extra_list.h"
#include "trace/distributions/random.h"
#include "trace/interpreter.h"

namespace autumn::trace {
namespace {

using Maker = const dist::Distribution& (*)();

// ---- distributions that are known when compiling ----

template <Maker kDistribution>
Value density(const BuiltinCall& call) {
  return log_density(call.machine, {call.syntax.name, kDistribution()}, call.arguments[0],
                     call.arguments.subspan(1));
}

template <Maker kDistribution, Tail kTail>
Value log_tail_of(const BuiltinCall& call) {
  return log_tail(call.machine, {call.syntax.name, kDistribution()}, kTail, call.arguments[0],
                  call.arguments.subspan(1));
}

template <Maker kDistribution>
Value cdf(const BuiltinCall& call) {
  const Value log_cdf[] = {log_tail_of<kDistribution, Tail::kLower>(call)};
  return call.machine.elementwise(expr::Op::kExp, log_cdf, call.type, {});
}

Random& random_of(const BuiltinCall& call) {
  Random* random = call.interpreter.random();
  if (random == nullptr) {
    fail(fmt::format("`{}` can not be used here", call.syntax.name),
         "random numbers are drawn in transformed data and generated quantities");
  }
  if (!all_known(call.arguments)) {
    fail(fmt::format("`{}` needs arguments that are known", call.syntax.name));
  }
  return *random;
}

template <Maker kDistribution>
Value draw_of(const BuiltinCall& call) {
  return draw(random_of(call), {call.syntax.name, call.type}, kDistribution(), call.arguments);
}

// ---- fused regressions, by name ----

std::string_view without_suffix(std::string_view function) {
  return function.substr(0, function.rfind('_'));
}

Value named_density(const BuiltinCall& call) {
  return log_density_call(call.machine, without_suffix(call.syntax.name), call.arguments[0],
                          call.arguments.subspan(1));
}

Value named_draw(const BuiltinCall& call) {
  Random& random = random_of(call);
  const NamedCall named =
      resolve_distribution(call.machine, without_suffix(call.syntax.name), call.arguments);
  return draw(random, {call.syntax.name, call.type}, *named.distribution, named.arguments);
}

// ---- the table ----

struct Functions {
  Maker distribution;
  Builtin density;
  Builtin log_cdf;
  Builtin log_ccdf;
  Builtin cdf;
  Builtin draw;
};

constexpr Functions kFunctions[] = {
#define AUTUMN_ROW(maker)                                                                          \
  {maker,      density<maker>, log_tail_of<maker, Tail::kLower>, log_tail_of<maker, Tail::kUpper>, \
   cdf<maker>, draw_of<maker>},
#define AUTUMN_X(name) AUTUMN_ROW(dist::name)
    AUTUMN_DISTRIBUTIONS(AUTUMN_X)
#undef AUTUMN_X
#define AUTUMN_X(name) AUTUMN_ROW(trace::name)
        AUTUMN_EXTRA_DISTRIBUTIONS(AUTUMN_X)
#undef AUTUMN_X
#undef AUTUMN_ROW
};

struct NamedRow {
  std::string_view name;
  bool is_discrete;
  bool has_draw;
};
constexpr NamedRow kNamed[] = {
    {"normal_id_glm", false, false},       {"bernoulli_logit_glm", true, true},
    {"poisson_log_glm", true, false},      {"neg_binomial_2_log_glm", true, false},
    {"binomial_logit_glm", true, false},   {"categorical_logit_glm", true, false},
    {"ordered_logistic_glm", true, false}, {"multi_gp", false, false},
    {"multi_gp_cholesky", false, false},   {"lkj_cov", false, false},
    {"gaussian_dlm_obs", false, false},    {"wiener", false, false},
};

// The entries with their names, which live as long as the program.
class DistributionTable {
 public:
  DistributionTable() {
    for (const Functions& f : kFunctions) add(f);
    for (const NamedRow& row : kNamed) {
      add_density(row.name, row.is_discrete, named_density);
      if (row.has_draw) add(row.name, "_rng", named_draw);
    }
  }

  [[nodiscard]] std::span<const BuiltinEntry> entries() const { return entries_; }

 private:
  void add(std::string_view name, std::string_view suffix, Builtin function) {
    entries_.push_back({names_.emplace_back(fmt::format("{}{}", name, suffix)), function});
  }

  void add_density(std::string_view name, bool is_discrete, Builtin function) {
    add(name, is_discrete ? "_lpmf" : "_lpdf", function);
    add(name, is_discrete ? "_lupmf" : "_lupdf", function);
  }

  // With the names Stan used before version 2.10: normal_log, normal_cdf_log, normal_ccdf_log.
  void add(const Functions& f) {
    const dist::Distribution& d = f.distribution();
    add_density(d.name, d.is_discrete(), f.density);
    add(d.name, "_log", f.density);
    add(d.name, "_rng", f.draw);
    if (log_cdf_of(d) == nullptr) return;
    add(d.name, "_cdf", f.cdf);
    for (const std::string_view suffix : {"_lcdf", "_cdf_log"}) add(d.name, suffix, f.log_cdf);
    for (const std::string_view suffix : {"_lccdf", "_ccdf_log"}) add(d.name, suffix, f.log_ccdf);
  }

  std::deque<std::string> names_;
  std::vector<BuiltinEntry> entries_;
};

}  // namespace

std::span<const BuiltinEntry> distribution_functions() {
  static const DistributionTable kTable;
  return kTable.entries();
}

}  // namespace autumn::trace
