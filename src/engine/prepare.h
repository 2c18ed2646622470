// Preparation: a model goes through its stages until its density can be evaluated fast.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "density/lower.h"
#include "evaluate/program.h"
#include "model/model.h"
#include "trace/trace.h"

namespace autumn::engine {

struct StageTime {
  std::string stage;
  double seconds = 0.0;
};

// Everything a run needs, shared by its chains.
struct Prepared {
  model::Model model;         // as it is sampled
  evaluate::Program density;  // unconstrained vector -> log density, gradient
  evaluate::Program values;   // unconstrained vector -> every variable, then every output
  std::vector<density::Place> places;
  std::size_t dimension = 0;
  std::vector<std::string> columns;   // element names of variables, outputs, generated quantities
  trace::GeneratedProgram generated;  // empty for models made in C++
  std::vector<StageTime> times;
};

[[nodiscard]] Prepared prepare(const model::Model& model);
// The same with the generated quantities of a program.
[[nodiscard]] Prepared prepare(const trace::Traced& traced);

// Values of some variables on the declared scale, by name, in storage order.
using InitialValues = std::map<std::string, std::vector<double>>;

// The same point on the unconstrained scale, NaN where nothing was given.
[[nodiscard]] Result<std::vector<double>> initial_point(const Prepared& prepared,
                                                        const InitialValues& given);

}  // namespace autumn::engine
