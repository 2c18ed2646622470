// This file simulates: it tries until the draws are values of the program.
#include "simulate/simulate.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "expr/builder.h"
#include "simulate/attempt.h"

namespace autumn::simulate {
namespace {

constexpr std::uint64_t kMostAttempts = 10'000;

// As data of a file would be.
trace::DataVariable data_variable(const model::Variable& variable, std::vector<double> numbers) {
  trace::DataVariable result{.dims = variable.dims, .numbers = std::move(numbers)};
  for (const double x : result.numbers) {
    const bool is_int = x == std::floor(x) && std::fabs(x) <= std::numeric_limits<int>::max();
    result.is_int = result.is_int && is_int;
  }
  return result;
}

double log_density_at(const model::Model& model, std::span<const expr::Array> point) {
  expr::Builder builder(model.graph);
  std::vector<expr::NodeId> terms;
  for (const model::Factor& factor : model.factors) {
    terms.push_back(model::log_density(builder, factor));
  }
  double total = 0.0;
  for (const expr::Array& term : expr::interpret(builder.graph(), terms, point)) {
    for (const double x : term.numbers) total += x;
  }
  return total;
}

Error too_many(const Error& last) {
  Error error = last;
  error.message = fmt::format("{} simulations in a row were no values of the program; the last: {}",
                              kMostAttempts, last.message);
  error.suggestion = "choose priors under which the program is valid";
  return error;
}

}  // namespace

Result<Simulator> Simulator::create(std::shared_ptr<const stan::Program> program, trace::Data data,
                                    std::uint64_t seed, const trace::Limits& limits) {
  return create(source_of(std::move(program), seed, limits), std::move(data), seed, limits);
}

Result<Simulator> Simulator::create(Source source, trace::Data data, std::uint64_t seed,
                                    const trace::Limits& limits) {
  auto reading = generative_reading(source, data);
  if (!reading) return reading.error();
  return Simulator(std::move(source), std::move(data), std::move(reading).value(), seed, limits);
}

Result<Simulated> Simulator::operator()(std::uint32_t number) const {
  try {
    return simulate(number);
  } catch (const Stopped& stopped) {
    if (!stopped.limit) throw;
    return *stopped.limit;
  }
}

Result<Simulated> Simulator::simulate(std::uint32_t number) const {
  Error last;
  for (std::uint64_t tries = 0; tries < kMostAttempts; ++tries) {
    if (is_raised(limits_.stop)) throw Stopped{};
    Random random(
        {.seed = seed_, .chain = number + 1, .purpose = Purpose::kSimulation, .iteration = tries});
    Attempt drawn = attempt(reading_, random);
    if (drawn.is_hopeless) return *drawn.rejection;
    if (drawn.rejection) {
      last = *std::move(drawn.rejection);
      continue;
    }
    auto finished = finish(std::move(drawn.values));
    if (finished) return finished;
    last = finished.error();
  }
  return too_many(last);
}

Result<Simulated> Simulator::finish(std::vector<expr::Array> values) const {
  Simulated result;
  result.data = data_;
  for (std::size_t v = 0; v < reading_.observed; ++v) {
    const model::Variable& variable = reading_.model.variables[v];
    result.data[variable.name] = data_variable(variable, std::move(values[v].numbers));
  }
  const auto first = values.begin() + static_cast<std::ptrdiff_t>(reading_.observed);
  result.parameters.assign(std::make_move_iterator(first), std::make_move_iterator(values.end()));
  auto model = source_.close(result.data);
  if (!model) return model.error();
  result.model = std::move(model).value();
  result.log_density = log_density_at(result.model, result.parameters);
  if (std::isfinite(result.log_density)) return result;
  return Error{"the density of the program is zero at what was drawn", "", {}};
}

}  // namespace autumn::simulate
