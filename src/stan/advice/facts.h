// Facts are what pedantic mode knows of a program as a whole: what its variables depend on, and the
// factors of its density.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "stan/advice/pedantic.h"
#include "stan/syntax/ast.h"

namespace autumn::stan {

using Slots = std::set<int>;

// A summand of the log density.
struct DensityFactor {
  // From `~` and `target += normal_lpdf(...)`: the distribution with its outcome and arguments.
  std::string distribution = {};  // empty if it is something else
  const Expr* outcome = nullptr;
  std::vector<const Expr*> arguments = {};
  const Truncation* truncation = nullptr;
  bool is_tilde = false;
  bool is_user = false;      // the user's own distribution
  bool is_observed = false;  // the outcome is data
  bool is_opaque = false;    // nothing is known of it but its parameters
  Slots parameters = {};     // all that it depends on
  Slots has_priors = {};     // arguments that the user's function gives a distribution in its body
  SourceRange where = {};
};

struct Facts {
  const Program* program = nullptr;
  std::map<int, const Declaration*> parameters;    // by slot
  std::map<int, SourceRange> places;               // of the declarations of parameters
  Slots data;                                      // slots of data and transformed data
  std::map<int, Slots> depends_on;                 // parameters behind every other variable
  std::map<int, std::vector<const Expr*>> values;  // all that is assigned to a variable
  std::vector<DensityFactor> factors;
  bool has_jacobian = false;  // `jacobian +=`, or a call that may contain it

  // The parameters that an expression depends on.
  [[nodiscard]] Slots parameters_of(const Expr& expr) const;
  // The parameter that is named here, whole or an element of it; null for everything else.
  [[nodiscard]] const Declaration* parameter_named(const Expr& expr) const;
  [[nodiscard]] const std::string& name(int parameter) const;
};

[[nodiscard]] Facts facts_of(const Program& program);

// Which arguments of a function of the user's are outcomes of a density in its body, or in that of
// a function it calls: they have a prior there.
[[nodiscard]] std::set<std::size_t> arguments_with_priors(const Program& program, int function);

// The variables whose values an expression depends on; of `size(x)` it is only the shape.
[[nodiscard]] Slots slots_of(const Expr& expr);
[[nodiscard]] bool asks_for_shape(const Expr& expr);

// The number that an expression is, with its sign; nothing if it is no literal.
[[nodiscard]] std::optional<double> literal_value(const Expr& expr);

// Each looks for one class of mistakes.
void warn_of_priors(const Facts& facts, std::vector<Warning>& warnings);
void warn_of_arguments(const Facts& facts, std::vector<Warning>& warnings);
void warn_of_control_flow(const Facts& facts, std::vector<Warning>& warnings);
void warn_of_function_flow(const Facts& facts, std::vector<Warning>& warnings);
void warn_of_jacobians(const Facts& facts, std::vector<Warning>& warnings);
void warn_of_uninitialized(const Program& program, std::vector<Warning>& warnings);

}  // namespace autumn::stan
