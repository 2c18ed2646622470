// A source is what is simulated: a Stan program, or a model that was built by calls.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "model/model.h"
#include "stan/syntax/ast.h"
#include "trace/data/data.h"
#include "trace/limits.h"

namespace autumn::simulate {

struct Source {
  std::vector<std::string> observed;
  // The model whose first variables are the observed data, which need not be among those given.
  std::function<Result<model::Model>(const trace::Data&)> open;
  // The model with these data. Limits that were reached are thrown (`Stopped`).
  std::function<Result<model::Model>(const trace::Data&)> close;
};

// `seed` is that of random numbers in transformed data.
[[nodiscard]] Source source_of(std::shared_ptr<const stan::Program> program, std::uint64_t seed,
                               const trace::Limits& limits = {});

// A factor whose value is data, which are a constant of the model.
struct Observation {
  std::string name;
  std::vector<std::size_t> dims;
  std::size_t factor = 0;
  bool is_half = false;  // its distribution is folded at zero
  SourceRange where = {};
};

// A model that was built by calls. Whatever else was computed from its data stays as it is.
struct Built {
  model::Model model;
  std::vector<Observation> observed;
};

// An error if other data have no place in it.
[[nodiscard]] Result<Source> source_of(std::shared_ptr<const Built> built);

}  // namespace autumn::simulate
