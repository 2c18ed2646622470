// A Plan says which elements are integrated out, by which rule, in which order, and why the others
// are not.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "collapse/forms/elements.h"
#include "collapse/rules/list.h"
#include "model/model.h"

namespace autumn::collapse {

// One collapse of some elements of one variable.
struct Step {
  Rule rule = {};
  std::size_t variable = 0;
  std::vector<std::uint32_t> elements;  // increasing
  std::size_t factor = 0;               // leaf: the factor that is its distribution
  std::vector<std::uint32_t> rows =
      {};  // leaf: the rows (items) of that factor, one per element (item)

  bool operator==(const Step&) const = default;
};

// Elements of one variable that stay, and why.
struct Kept {
  std::size_t variable = 0;
  std::vector<std::uint32_t> elements;
  std::string reason;
  SourceRange where;
  std::optional<Rule> could_be = std::nullopt;  // the rule by which they could go if it did but pay
  // The variable that went instead, and the rule by which they could go if it did not.
  std::optional<std::size_t> rival = std::nullopt;
  std::optional<Rule> beside_rival = std::nullopt;

  bool operator==(const Kept&) const = default;
};

struct BlockSummary {
  std::size_t rows_before = 0;  // before rows with data coefficients were compressed
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t entries = 0;            // of the rows
  std::size_t entries_in_factor = 0;  // of the triangular factor: the rest is fill-in
  std::size_t largest_front = 0;
  double operations = 0.0;        // of a gradient
  double draw_nanoseconds = 0.0;  // estimated
  bool is_hierarchy = false;      // scales of its elements are sampled
  bool has_local_scales = false;  // about one of them for each element
  bool is_chain = false;          // its elements are spread about each other by what is sampled
  bool has_stars = false;         // goes by stars, at a fraction of the operations that fronts take
  bool has_covariance = false;    // is in covariance form
  bool has_vectors = false;       // has vectors as rows and columns, and a collapsed covariance

  bool operator==(const BlockSummary&) const = default;
};

struct Plan {
  // Leaves in the order they fall, then all Gaussian steps (one joint block), then the other
  // families. Recovery goes through them backwards.
  std::vector<Step> steps;
  std::vector<Kept> kept;
  std::size_t dimension_before = 0;  // unconstrained
  std::size_t dimension_after = 0;
  std::vector<BlockSummary> blocks = {};
  double cost_before = 0.0;  // estimated operations per gradient
  double cost_after = 0.0;

  [[nodiscard]] bool is_empty() const { return steps.empty(); }
  bool operator==(const Plan&) const = default;
};

struct PlanOptions {
  std::vector<std::string> keep = {};    // variables, or elements as "theta[3]", not to collapse
  std::vector<std::string> prefer = {};  // variables to prefer where two exclude each other
  std::vector<std::string> dear = {};    // variables whose collapse costs more than it gives
  bool is_off = false;                   // collapse nothing
  bool is_forced = false;                // collapse all that can be, whether it pays or not
  bool has_cost_limits = true;           // refuse what costs more than it can give
  Families families = all_families();    // the conjugate families to look for
};

// An error if a name in the options is not a variable of the model. Making a plan tries it out, so
// that collapse.h can give both at once.
[[nodiscard]] Result<Plan> plan(const model::Model& model, const PlanOptions& options);

// Variables that a plan was told to keep because another plan has shown what they cost, and why, as
// it goes on after "could be collapsed (Gaussian), but ".
struct Spared {
  std::vector<std::string> names;
  std::string why;
};
// Why elements stay in a plan that collapses less than another, which stands for all that can be:
// what the other collapses and was spared, for that reason; what both keep, for the other's.
[[nodiscard]] std::vector<Kept> kept_beside(const model::Model& model, const Plan& everything,
                                            const Plan& taken, std::span<const Spared> spared);

// The rules of the steps, each once, in their order.
[[nodiscard]] std::vector<Rule> rules_of(const Plan& plan);

// Whether so few dimensions are left that the collapse shortens trajectories by itself.
[[nodiscard]] bool is_much_smaller(std::size_t after, std::size_t before);
// Whether nothing is collapsed but leaves and normal elements, and most dimensions stay.
[[nodiscard]] bool collapses_few_means(const Plan& plan);

// All elements that the steps collapse.
[[nodiscard]] ElementSet collapsed_elements(const model::Model& model, const Plan& plan);
// Those of them that are no leaves: these a plan may keep, where leaves cost nothing.
[[nodiscard]] ElementSet chosen_elements(const model::Model& model, const Plan& plan);

}  // namespace autumn::collapse
