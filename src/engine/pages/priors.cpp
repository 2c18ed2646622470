// This file draws parameters, and the data that come with them, from the generative reading.
#include "engine/pages/priors.h"

#include "base/draws.h"
#include "simulate/attempt.h"

namespace autumn::engine {
namespace {

constexpr std::uint32_t kPriorDraws = 1000;
constexpr std::size_t kMostPriorNumbers = 200'000;
constexpr std::uint64_t kMostPriorAttempts = 20;  // for each draw

std::optional<std::vector<expr::Array>> prior_draw(const simulate::Reading& reading,
                                                   std::uint32_t number) {
  for (std::uint64_t tries = 0; tries < kMostPriorAttempts; ++tries) {
    Random random(
        {.seed = 0, .chain = number + 1, .purpose = Purpose::kSimulation, .iteration = tries});
    simulate::Attempt drawn = simulate::attempt(reading, random);
    if (!drawn.rejection) return std::move(drawn.values);
    if (drawn.is_hopeless) break;
  }
  return std::nullopt;
}

std::vector<output::PriorDraws> columns_of(const model::Model& model) {
  std::vector<output::PriorDraws> columns;
  for (const model::Variable& variable : model.variables) {
    for (std::string& column : element_names(variable.name, variable.dims)) {
      columns.push_back({std::move(column), {}});
    }
  }
  return columns;
}

}  // namespace

std::vector<output::PriorDraws> prior_draws(const simulate::Source& source,
                                            const model::Model& model, const trace::Data& data) {
  std::vector<output::PriorDraws> priors = columns_of(model);
  std::size_t numbers = priors.size();
  for (const std::string& name : source.observed) {
    if (const auto found = data.find(name); found != data.end()) {
      numbers += found->second.numbers.size();
    }
  }
  // Fewer draws of many parameters; too few say nothing.
  const auto draws = static_cast<std::uint32_t>(
      std::min<std::size_t>(kPriorDraws, kMostPriorNumbers / (numbers + 1)));
  if (draws < kPriorDraws / 10) return {};
  const auto reading = simulate::generative_reading(source, data);
  if (!reading) return {};
  for (std::uint32_t k = 0; k < draws; ++k) {
    const auto values = prior_draw(reading.value(), k);
    if (!values) return {};
    std::size_t next = 0;
    for (std::size_t v = reading.value().observed; v < values->size(); ++v) {
      for (const double x : (*values)[v].numbers) priors[next++].draws.push_back(x);
    }
  }
  return priors;
}

}  // namespace autumn::engine
