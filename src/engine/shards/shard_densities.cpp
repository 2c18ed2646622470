// This file prepares and evaluates densities of shards.
#include "engine/shards/shard_densities.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "engine/prepare.h"

namespace autumn::engine {

Result<trace::Traced> trace_rows(const ShardProgram& program, trace::Data data) {
  return trace_model(program.program, std::move(data), program.trace);
}

Result<evaluate::PreparedProgram> density_of_rows(const ShardProgram& program, trace::Data data) {
  const std::string& count = program.data.variables().count;
  const auto rows = data.find(count);
  const bool is_empty = rows != data.end() && rows->second.numbers[0] == 0.0;
  auto traced = trace_rows(program, std::move(data));
  if (!traced && is_empty) {
    Error error = traced.error();
    error.message =
        fmt::format("with {} = 0, which --shard looks at, too: {}", count, error.message);
    return error;
  }
  if (!traced) return traced.error();
  return prepare_joint(traced.value().model).density;
}

ShardRange shards_of(std::size_t shards, std::size_t rank, std::size_t ranks) {
  const std::size_t first = shards * rank / ranks;
  return {first, shards * (rank + 1) / ranks - first};
}

Result<ShardDensities> ShardDensities::make(const ShardProgram& program, ShardRange range,
                                            Team* team) {
  ShardDensities densities;
  const std::size_t workers = team == nullptr ? 1 : team->size();
  densities.team_ = team;
  densities.takes_turns_ = range.count < 2 * workers;
  for (std::size_t k = 0; k < range.count; ++k) {
    auto data = program.data.read(program.data.shard(range.first + k));
    if (!data) return data.error();
    auto density = density_of_rows(program, std::move(data).value());
    if (!density) return density.error();
    densities.functions_.emplace_back(std::move(density).value(), default_instruction_set(),
                                      densities.takes_turns_ ? team : nullptr);
  }
  return densities;
}

std::size_t ShardDensities::dimension() const {
  return functions_.empty() ? 0 : functions_[0].dimension();
}

void ShardDensities::evaluate(std::span<const double> x, std::span<double> results) {
  const std::size_t size = dimension() + 1;
  const auto one = [&](std::size_t /*worker*/, std::size_t k) {
    const std::span<double> result = results.subspan(k * size, size);
    result[0] = functions_[k].evaluate(x, result.subspan(1));
  };
  if (team_ != nullptr && !takes_turns_) return team_->run(functions_.size(), one);
  for (std::size_t k = 0; k < functions_.size(); ++k) one(0, k);
}

}  // namespace autumn::engine
