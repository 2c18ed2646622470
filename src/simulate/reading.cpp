// This file makes the generative reading: it traces with the observed data as symbols, collects
// what is drawn, and puts it in order.
#include "simulate/reading.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "dist/list.h"
#include "simulate/collect.h"
#include "simulate/observed.h"
#include "simulate/order.h"
#include "simulate/refusal.h"
#include "simulate/support.h"
#include "trace/trace.h"

namespace autumn::simulate {
namespace {

// A program that runs with data that are numbers and not with data that are to be drawn does
// something that depends on them. The tracer takes all that it does not know for parameters.
Error depends_on_drawn(const std::vector<std::string>& observed, const Error& error) {
  constexpr std::string_view kDepends = " depends on a parameter";
  constexpr std::string_view kNotYet = "not supported yet: ";
  constexpr std::string_view kUnknown = " of an expression that depends on parameters";
  std::string_view what = error.message;
  std::string_view does = "depends on";
  if (what.ends_with(kDepends)) {
    what.remove_suffix(kDepends.size());
  } else if (what.starts_with(kNotYet) && what.ends_with(kUnknown)) {
    what.remove_prefix(kNotYet.size());
    what.remove_suffix(kUnknown.size());
    does = "needs the numbers of";
  } else {
    what = "what is done here";
  }
  return refusal(
      fmt::format("{} {} data that are drawn (`{}`)", what, does, fmt::join(observed, "`, `")),
      "what a program does must not depend on what is on the left of `~`", error.where);
}

bool has_all(const trace::Data& data, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (!data.contains(name)) return false;
  }
  return true;
}

// What the data say of an observed variable; NaN if they do not have it.
expr::Array given_value(const model::Model& model, const model::Variable& variable,
                        const trace::Data& data) {
  const expr::Shape shape = model.graph.shape(variable.node);
  const auto found = data.find(variable.name);
  if (found == data.end()) return {shape, std::vector<double>(shape.size(), std::nan(""))};
  return {shape, found->second.numbers};
}

// Numbers that no statement draws stay as they are; the others must not be read before.
Status fill_given(Reading& reading, const Collected& collected, const trace::Data& data) {
  for (std::size_t v = 0; v < reading.model.variables.size(); ++v) {
    const model::Variable& variable = reading.model.variables[v];
    const expr::Shape shape = reading.model.graph.shape(variable.node);
    expr::Array value{shape, std::vector<double>(shape.size(), std::nan(""))};
    if (v < reading.observed) value = given_value(reading.model, variable, data);
    for (std::size_t i = 0; i < value.numbers.size(); ++i) {
      const bool is_drawn = collected.is_drawn[v][i] != 0;
      if (is_drawn) value.numbers[i] = std::nan("");
      if (!is_drawn && std::isnan(value.numbers[i]) && !data.contains(variable.name)) {
        return not_given(variable, element_name(variable, i));
      }
    }
    reading.given.push_back(std::move(value));
  }
  return Done{};
}

Status fill_totals(const model::Model& model, const trace::Data& data,
                   std::vector<DrawnRow>& draws) {
  for (DrawnRow& draw : draws) {
    const model::Factor& factor = model.factors[draw.factor];
    if (factor.distribution != &dist::multinomial()) continue;
    const std::string& name = model.variables[draw.elements[0].variable].name;
    const auto found = data.find(name);
    if (found == data.end()) return no_total(factor, name);
    draw.total = 0.0;
    for (const Element& at : draw.elements) *draw.total += found->second.numbers[at.element];
  }
  return Done{};
}

Known undrawn(const std::vector<std::vector<char>>& is_drawn) {
  Known known = is_drawn;
  for (std::vector<char>& flags : known) {
    for (char& flag : flags) flag = static_cast<char>(flag == 0);
  }
  return known;
}

Result<trace::Traced> trace_observed(const std::shared_ptr<const stan::Program>& program,
                                     const trace::Data& data, const trace::TraceOptions& options) {
  auto traced = trace::trace(program, data, options);
  if (traced || !has_all(data, options.observed)) return traced;
  const auto plain = trace::trace(program, data, {.seed = options.seed, .limits = options.limits});
  if (!plain) return plain.error();
  return depends_on_drawn(options.observed, traced.error());
}

}  // namespace

Result<Reading> generative_reading(std::shared_ptr<const stan::Program> program,
                                   const trace::Data& data, std::uint64_t seed,
                                   const trace::Limits& limits) {
  const std::vector<std::string> observed = observed_names(*program);
  auto traced =
      trace_observed(program, data, {.seed = seed, .limits = limits, .observed = observed});
  if (!traced) return traced.error();
  auto collected = collect_draws(std::move(traced.value().model), observed.size());
  if (!collected) return collected.error();
  Reading reading;
  reading.model = std::move(collected.value().model);
  reading.observed = observed.size();
  reading.conditions = std::move(collected.value().conditions);
  if (const Status status = fill_given(reading, collected.value(), data); !status) {
    return status.error();
  }
  if (const Status status = fill_totals(reading.model, data, collected.value().draws); !status) {
    return status.error();
  }
  auto waves = in_order(reading.model, std::move(collected.value().draws),
                        undrawn(collected.value().is_drawn));
  if (!waves) return waves.error();
  reading.waves = std::move(waves).value();
  return reading;
}

}  // namespace autumn::simulate
