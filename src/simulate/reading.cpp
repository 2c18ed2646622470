// This file makes the generative reading: it takes the observed data as symbols, collects what is
// drawn, and puts it in order.
#include "simulate/reading.h"

#include <cmath>

#include "dist/list.h"
#include "simulate/collect.h"
#include "simulate/order.h"
#include "simulate/refusal.h"
#include "simulate/support.h"

namespace autumn::simulate {
namespace {

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
      if (v >= reading.observed) continue;
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

// What is drawn, in order, with all that is known before.
Result<Reading> in_reading(Collected collected, std::size_t observed, const trace::Data& data) {
  Reading reading;
  reading.model = std::move(collected.model);
  reading.observed = observed;
  reading.conditions = std::move(collected.conditions);
  if (const Status status = fill_given(reading, collected, data); !status) return status.error();
  if (const Status status = fill_totals(reading.model, data, collected.draws); !status) {
    return status.error();
  }
  auto waves = in_order(reading.model, std::move(collected.draws), undrawn(collected.is_drawn));
  if (!waves) return waves.error();
  reading.waves = std::move(waves).value();
  return reading;
}

Result<Reading> read(const Source& source, const trace::Data& data, Wanted wanted) {
  auto model = source.open(data);
  if (!model) return model.error();
  const std::size_t observed = source.observed.size();
  auto collected = collect_draws(std::move(model).value(), observed, wanted);
  if (!collected) return collected.error();
  return in_reading(std::move(collected).value(), observed, data);
}

}  // namespace

Result<Reading> generative_reading(const Source& source, const trace::Data& data) {
  return read(source, data, Wanted::kEverything);
}

// Parameters change from draw to draw: bounds cut off another share each time.
Result<Reading> predictive_reading(const Source& source, const trace::Data& data) {
  auto reading = read(source, data, Wanted::kObserved);
  if (!reading) return reading;
  for (std::vector<DrawnRow>& wave : reading.value().waves) {
    for (DrawnRow& draw : wave) draw.is_fixed = false;
  }
  return reading;
}

}  // namespace autumn::simulate
