// Tracing makes a model of a checked program and its data, with the program of its generated
// quantities beside it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "model/model.h"
#include "stan/syntax/ast.h"
#include "trace/data/data.h"
#include "trace/limits.h"
#include "trace/value.h"

namespace autumn::trace {

// What becomes of the constants of densities that Stan leaves out of `~`.
enum class Constants : std::uint8_t { kKept, kDropped };

struct TraceOptions {
  // Of print() in transformed data while tracing, elsewhere for every draw, by any thread.
  std::function<void(const std::string&)> print = {};
  std::uint64_t seed = 0;  // of random numbers in transformed data
  Limits limits = {};
  // Kept, so that the density is the one that is written; without them it is Stan's to the digit.
  Constants constants = Constants::kKept;
  // Data variables that are symbols like parameters, because simulation draws them. They are the
  // first variables of the model, in the order of their declarations, and need not be in the data.
  // The model is for reading only then: factors are not checked, densities inside of expressions
  // stay deferred, and there are no generated quantities.
  std::vector<std::string> observed = {};
};

// A variable of the generated quantities, or one that they read.
struct GeneratedVariable {
  std::string name;
  Dims dims;
  int slot = -1;
  stan::Type type;
  SourceRange where = {};
};

// What generated quantities need beside a draw: all variables that depend on data alone, and where
// those of a draw go.
struct GeneratedProgram {
  std::shared_ptr<const stan::Program> program;
  std::vector<Value> globals;            // data and transformed data are filled in
  std::vector<GeneratedVariable> drawn;  // parameters, then transformed parameters
  std::vector<GeneratedVariable> made;   // generated quantities
  Limits limits = {};
  std::function<void(const std::string&)> print = {};
  bool has_model_prints = false;  // in transformed parameters or in the model
  bool has_rejects = false;       // there, or in functions
  bool has_fatal_errors = false;  // the same

  // Whether there is anything to do for a draw.
  [[nodiscard]] bool is_empty() const {
    return made.empty() && !has_model_prints && !has_rejects && !has_fatal_errors;
  }
};

struct Traced {
  model::Model model;
  GeneratedProgram generated;
};

// `program` is checked and resolved. Data are known while tracing, parameters are symbols; what
// depends on data alone is computed at once.
[[nodiscard]] Result<Traced> trace(std::shared_ptr<const stan::Program> program, Data data,
                                   const TraceOptions& options = {});
// The same, but what other data would not change is thrown: a limit that was reached (Stopped), and
// memory that is not there.
[[nodiscard]] Result<Traced> trace_within(std::shared_ptr<const stan::Program> program, Data data,
                                          const TraceOptions& options);

}  // namespace autumn::trace
