// What is sampled, explained and simulated: a Stan program, or a model that Python has built.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "binding.h"
#include "data.h"
#include "engine/load.h"
#include "simulate/source.h"
#include "waiting.h"

namespace autumn::python {

struct Model {
  std::variant<engine::LoadedProgram, std::shared_ptr<const simulate::Built>> what;
  std::string name = "model";

  // Null for a model that was built.
  [[nodiscard]] const engine::LoadedProgram* program() const {
    return std::get_if<engine::LoadedProgram>(&what);
  }
  // Null for a program.
  [[nodiscard]] std::shared_ptr<const simulate::Built> built() const {
    const auto* found = std::get_if<std::shared_ptr<const simulate::Built>>(&what);
    return found == nullptr ? nullptr : *found;
  }
};

// A message with its place in the program, where there is one.
[[noreturn]] void fail(const Model& model, const Error& error);

template <typename T>
T taken(const Model& model, Result<T> result) {
  if (!result) fail(model, result.error());
  return std::move(result).value();
}
inline void check(const Model& model, const Status& status) {
  if (!status) fail(model, status.error());
}

// The model with its data; what the program prints goes to Python.
[[nodiscard]] trace::Traced traced(const Model& model, const trace::Data& data, std::uint64_t seed,
                                   const Waiting& waiting);

// As given, or a random one.
[[nodiscard]] std::uint64_t seed_of(const std::optional<std::uint64_t>& seed);

}  // namespace autumn::python
