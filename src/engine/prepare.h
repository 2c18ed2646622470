// Preparation takes a model through its stages until its density can be evaluated fast.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "collapse/plan.h"
#include "density/lower.h"
#include "engine/rows/quantities.h"
#include "engine/stages.h"
#include "evaluate/program.h"
#include "model/model.h"
#include "recover/recover.h"
#include "trace/trace.h"

namespace autumn::engine {

struct Centred;
class ShardSum;

// Everything a run needs, shared by its chains.
struct Prepared {
  std::shared_ptr<const model::Model> written;  // with its hidden factors, else as it was written
  model::Model compressed;                      // the same with its data compressed
  bool may_have_leaves = true;                  // of which a plan need know
  collapse::Plan plan;                          // what of it is integrated out
  model::Model sampled;                         // as it is sampled
  evaluate::PreparedProgram density;            // unconstrained vector -> log density, gradient
  std::optional<evaluate::PreparedProgram> value;  // the log density alone, where jumps need it
  evaluate::PreparedProgram values;    // unconstrained vector -> every variable that is sampled
  recover::PreparedRecovery recovery;  // those -> every variable
  evaluate::PreparedProgram outputs;   // every variable -> every output
  std::vector<density::Slice> slices;  // of the variables that are sampled
  std::size_t dimension = 0;
  std::vector<std::string> columns;  // element names of variables, outputs, generated quantities
  Quantities generated;              // empty for models made in C++
  std::vector<StageTime> times;
  std::vector<std::string> without_passes;  // that were left out
  // The coordinates of the sampler, where they are not those that are written.
  std::shared_ptr<const Centred> centred = nullptr;
  // The density of all rows of the data, where they are divided: `density` has some of them only.
  std::shared_ptr<ShardSum> shards = nullptr;
};

// All stages of stages.h. An error if the options name variables that the model does not have, or
// passes that are not there.
[[nodiscard]] Result<Prepared> prepare(const model::Model& model,
                                       const collapse::PlanOptions& options,
                                       const std::vector<std::string>& without_passes = {});
// The same with the generated quantities of a program.
[[nodiscard]] Result<Prepared> prepare(const trace::Traced& traced,
                                       const collapse::PlanOptions& options,
                                       const std::vector<std::string>& without_passes = {});
// The same program with another plan; what does not depend on the plan is taken over.
[[nodiscard]] Result<Prepared> prepare_again(const Prepared& like,
                                             const collapse::PlanOptions& options);
// Nothing is collapsed: the density of all variables.
[[nodiscard]] Prepared prepare_joint(const model::Model& model,
                                     density::Jacobian jacobian = density::Jacobian::kIncluded);
[[nodiscard]] Prepared prepare_joint(const trace::Traced& traced,
                                     density::Jacobian jacobian = density::Jacobian::kIncluded);

// The model with its hidden factors, as it was written otherwise.
[[nodiscard]] model::Model with_hidden_factors(const model::Model& model);
// The same with its rows compressed, ready for planning.
[[nodiscard]] model::Model ready_for_plan(const model::Model& model);

// Values of some variables on the declared scale, by name, in storage order.
using InitialValues = std::map<std::string, std::vector<double>>;

// A point of what is sampled, on the unconstrained scale, NaN where nothing was given. Values of
// collapsed elements have no use.
[[nodiscard]] Result<std::vector<double>> initial_point(const Prepared& prepared,
                                                        const InitialValues& given);
// Those of the given variables whose values have no use, because they are collapsed.
[[nodiscard]] std::vector<std::string> unused_initial_values(const Prepared& prepared,
                                                             const InitialValues& given);

}  // namespace autumn::engine
