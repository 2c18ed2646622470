// An explanation says what a plan does to every variable and why, as a value, and as text, JSON,
// DOT and SVG.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "collapse/collapse.h"
#include "collapse/plan.h"
#include "explain/graph.h"

namespace autumn::explainer {

// A factor that elements are in.
struct FactorNote {
  std::string distribution;
  std::string of;       // what has the distribution; may be empty
  bool is_own = false;  // the elements themselves have it
  SourceRange where;

  bool operator==(const FactorNote&) const = default;
};

// Elements of one variable that share their fate.
struct Part {
  std::string name;
  std::vector<std::size_t> dims;                          // of the variable
  std::vector<std::uint32_t> elements;                    // increasing, in storage order
  std::size_t of = 0;                                     // elements of the variable
  std::optional<collapse::Rule> rule;                     // nothing: kept
  std::string reason;                                     // of kept ones
  std::optional<collapse::Rule> could_be = std::nullopt;  // of kept ones: if it did but pay
  SourceRange where;  // collapsed: of its distribution or else its declaration; kept: of the reason
  std::vector<FactorNote> factors = {};  // of collapsed ones

  [[nodiscard]] bool is_collapsed() const { return rule.has_value(); }
  [[nodiscard]] bool is_whole() const { return elements.size() == of; }
  bool operator==(const Part&) const = default;
};

struct BlockNote {
  collapse::BlockSummary summary;
  std::vector<std::size_t> parts;
  // Entries of the triangular factor at places where no row has both columns. Not counted where
  // that takes longer than the elimination.
  std::optional<std::size_t> fill_in;

  bool operator==(const BlockNote&) const = default;
};

// What is drawn together, given which of the others and the data.
struct RecoveryNote {
  std::vector<std::size_t> parts;
  std::vector<std::size_t> given;
  std::size_t steps = 1;

  bool operator==(const RecoveryNote&) const = default;
};

// A way to sample the model that was compared with others.
struct AlternativeNote {
  std::string name;
  std::size_t dimension = 0;
  double gradient = 0.0;                       // nanoseconds, estimated
  double predicted = 0.0;                      // nanoseconds per effective draw
  std::optional<double> tried = std::nullopt;  // the same, from a short run; infinite: it failed
  bool is_taken = false;

  bool operator==(const AlternativeNote&) const = default;
};

struct Explanation {
  std::vector<Part> parts;  // in the order of declaration; collapsed before kept
  std::size_t dimension_before = 0;
  std::size_t dimension_after = 0;
  double cost_before = 0.0;
  double cost_after = 0.0;
  std::vector<BlockNote> blocks;
  std::vector<RecoveryNote> recovery;  // in the order of drawing
  FactorGraph before;
  FactorGraph after;
  // Filled in by those who know it: a refusal by a run; what it chose from, and why as it did; in
  // which coordinates it samples what is left.
  std::optional<Error> refusal = std::nullopt;
  std::vector<AlternativeNote> alternatives = {};
  std::string choice = {};
  std::string coordinates = {};

  bool operator==(const Explanation&) const = default;
};

// `model` is the model as it was written, with its hidden factors; the plan may have been made for
// a model with the same variables and density that is cheaper. `data` gives names to numbers in the
// model; those without one are called "data".
[[nodiscard]] Explanation explain(const model::Model& model, const collapse::Planned& planned,
                                  std::span<const NamedData> data = {});

// A table for people, no wider than 100 columns.
[[nodiscard]] std::string to_text(const Explanation& explanation);

// {"dimension_before", "dimension_after", "collapsed": [{"name", "elements", "of", "indices",
// "rule", "line", "factors"}], "kept": [{"name", "elements", "of", "indices", "reason",
// "could_be_collapsed", "line"}], "blocks": [...], "cost_before", "cost_after", "recovery": [...],
// "refusal", "alternatives": [{"name", "dimension", "gradient_us", "predicted_us", "tried",
// "tried_us", "taken"}], "choice", "coordinates"}. `indices` count from 1 and are there only where
// not all elements are meant. What there is not is null: a line that is not known, the rule by
// which what is kept could be collapsed if that did but pay, a refusal (why sampling will be
// refused), the cost in a short run that took too long, why the alternative was taken,
// and what is to be said of the coordinates.
[[nodiscard]] std::string to_json(const Explanation& explanation);

// The factor graph before and after, side by side, with reversed edges dashed and red.
[[nodiscard]] std::string to_dot(const Explanation& explanation);
[[nodiscard]] std::string to_svg(const Explanation& explanation);
// A piece of a page: what is said, a table, and the picture.
[[nodiscard]] std::string to_html(const Explanation& explanation);

// "collapsed 9 of 10 dimensions: mu, theta (Gaussian); sampling 1: tau"
[[nodiscard]] std::string one_line(const model::Model& model, const collapse::Plan& plan);

}  // namespace autumn::explainer
