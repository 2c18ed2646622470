// This file finds replications among the columns of draws, and makes those that are not there.
#include "engine/pages/replications.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "output/page/plots.h"
#include "simulate/attempt.h"

namespace autumn::engine {
namespace {

constexpr std::string_view kReplicated[] = {"_rep", "_pred", "_tilde"};
// Of each variable: as many as its statistics need, but not more numbers than a moment makes.
constexpr std::size_t kMostReplications = 200, kLeastReplications = 20;
constexpr std::size_t kMostReplicatedNumbers = 400'000;

using output::PredictiveCheck;

std::size_t replication_count(std::size_t numbers) {
  return std::clamp(kMostReplicatedNumbers / std::max<std::size_t>(numbers, 1), kLeastReplications,
                    kMostReplications);
}

// Rows that are spread over all chains.
struct Row {
  const DrawTable* table;
  std::size_t row;
};
std::vector<Row> spread_rows(const std::vector<const DrawTable*>& chains, std::size_t most) {
  const output::CommonPart common = output::common_part(chains);
  std::vector<Row> rows;
  for (const std::size_t place : output::spread_places(common.chains.size() * common.draws, most)) {
    rows.push_back({chains[common.chains[place / common.draws]], place % common.draws});
  }
  return rows;
}

std::optional<std::size_t> first_of(const std::vector<std::string>& columns,
                                    const std::vector<std::string>& wanted) {
  const auto first = std::ranges::find(columns, wanted[0]);
  const bool fits = static_cast<std::size_t>(columns.end() - first) >= wanted.size() &&
                    std::equal(wanted.begin(), wanted.end(), first);
  if (!fits) return std::nullopt;
  return static_cast<std::size_t>(first - columns.begin());
}

// `y` with `y_rep`, if that has as many numbers, side by side.
std::optional<PredictiveCheck> made_by_program(const ReplicationInputs& inputs,
                                               const std::string& name,
                                               const trace::DataVariable& given) {
  if (given.numbers.size() < 2) return std::nullopt;
  for (const std::string_view ending : kReplicated) {
    const std::string made = name + std::string(ending);
    const auto first = first_of(inputs.chains[0]->names(), element_names(made, given.dims));
    if (!first) continue;
    PredictiveCheck check{.name = name, .replicated = made, .observed = given.numbers};
    for (const auto& [table, row] :
         spread_rows(inputs.chains, replication_count(given.numbers.size()))) {
      const auto numbers = table->row(row).subspan(*first, given.numbers.size());
      check.replications.emplace_back(numbers.begin(), numbers.end());
    }
    return check;
  }
  return std::nullopt;
}

// The values of all variables of a reading at a draw.
class Points {
 public:
  Points(const simulate::Reading& reading, const std::vector<std::string>& columns)
      : reading_(reading) {
    for (std::size_t v = reading.observed; v < reading.model.variables.size(); ++v) {
      const model::Variable& variable = reading.model.variables[v];
      const auto names = element_names(variable.name, variable.dims);
      first_.push_back(names.empty() ? std::optional<std::size_t>(0) : first_of(columns, names));
    }
  }

  [[nodiscard]] bool are_known() const {
    return std::ranges::all_of(first_, [](const auto& first) { return first.has_value(); });
  }

  [[nodiscard]] std::vector<expr::Array> at(std::span<const double> row) const {
    std::vector<expr::Array> values = reading_.given;
    for (std::size_t k = 0; k < first_.size(); ++k) {
      std::vector<double>& numbers = values[reading_.observed + k].numbers;
      std::copy_n(row.begin() + static_cast<std::ptrdiff_t>(*first_[k]), numbers.size(),
                  numbers.begin());
    }
    return values;
  }

 private:
  const simulate::Reading& reading_;
  std::vector<std::optional<std::size_t>> first_;  // columns of the parameters
};

// Which numbers of observed variable v are drawn: others are no replications.
std::vector<std::size_t> drawn_places(const simulate::Reading& reading, std::size_t v) {
  std::vector<std::size_t> places;
  for (const std::vector<simulate::DrawnRow>& wave : reading.waves) {
    for (const simulate::DrawnRow& draw : wave) {
      for (const simulate::Element& at : draw.elements) {
        if (at.variable == v) places.push_back(at.element);
      }
    }
  }
  std::ranges::sort(places);
  return places;
}

std::vector<double> numbers_at(const std::vector<double>& numbers,
                               const std::vector<std::size_t>& places) {
  std::vector<double> taken;
  for (const std::size_t place : places) taken.push_back(numbers[place]);
  return taken;
}

class Predicting {
 public:
  Predicting(const ReplicationInputs& inputs, const simulate::Reading& reading)
      : inputs_(inputs), reading_(reading), points_(reading, inputs.chains[0]->names()) {
    for (std::size_t v = 0; v < reading.observed; ++v) {
      const std::string& name = reading.model.variables[v].name;
      const auto given = inputs.data.find(name);
      places_.push_back(given == inputs.data.end() ? std::vector<std::size_t>()
                                                   : drawn_places(reading, v));
      checks_.push_back({.name = name});
      if (!places_[v].empty()) checks_[v].observed = numbers_at(given->second.numbers, places_[v]);
    }
  }

  [[nodiscard]] std::vector<PredictiveCheck> run() && {
    if (!points_.are_known()) return {};
    std::size_t numbers = 0;
    for (const PredictiveCheck& check : checks_) numbers += check.observed.size();
    std::uint64_t number = 0;
    for (const auto& [table, row] : spread_rows(inputs_.chains, replication_count(numbers))) {
      Random random(
          {.seed = 0, .chain = 1, .purpose = Purpose::kSimulation, .iteration = number++});
      const simulate::Attempt made =
          simulate::predict(reading_, points_.at(table->row(row)), random);
      if (!made.rejection) add(made.values);
    }
    std::erase_if(checks_, [](const PredictiveCheck& check) {
      return check.observed.size() < 2 || check.replications.size() < kLeastReplications / 2;
    });
    return std::move(checks_);
  }

 private:
  void add(const std::vector<expr::Array>& values) {
    for (std::size_t v = 0; v < checks_.size(); ++v) {
      checks_[v].replications.push_back(numbers_at(values[v].numbers, places_[v]));
    }
  }

  const ReplicationInputs& inputs_;
  const simulate::Reading& reading_;
  Points points_;
  std::vector<std::vector<std::size_t>> places_;
  std::vector<PredictiveCheck> checks_;
};

std::vector<PredictiveCheck> drawn_here(const ReplicationInputs& inputs) {
  if (inputs.source == nullptr || inputs.source->observed.empty()) return {};
  const auto reading = simulate::predictive_reading(*inputs.source, inputs.data);
  if (!reading) return {};
  return Predicting(inputs, reading.value()).run();
}

}  // namespace

std::vector<PredictiveCheck> predictive_checks(const ReplicationInputs& inputs) {
  if (inputs.chains.empty() || output::common_part(inputs.chains).draws == 0) return {};
  std::vector<PredictiveCheck> checks;
  for (const auto& [name, variable] : inputs.data) {
    if (auto check = made_by_program(inputs, name, variable)) checks.push_back(*std::move(check));
  }
  for (PredictiveCheck& check : drawn_here(inputs)) {
    const bool is_there =
        std::ranges::find(checks, check.name, &PredictiveCheck::name) != checks.end();
    if (!is_there) checks.push_back(std::move(check));
  }
  return checks;
}

}  // namespace autumn::engine
