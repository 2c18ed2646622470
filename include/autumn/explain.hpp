// An explanation says what happens to each parameter of a model: whether it is integrated out or
// sampled, and why.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "autumn/model.hpp"
#include "autumn/options.hpp"

namespace autumn {

namespace detail {
struct ExplanationData;
}

// Elements of one parameter that share their fate.
struct ExplainedParameter {
  std::string name;
  std::size_t elements = 0;
  std::size_t of = 0;  // elements of the parameter
  // Counted from 1, one list of indices per element; empty if all elements are meant.
  std::vector<std::vector<std::size_t>> indices;
  bool is_collapsed = false;
  std::string rule;    // "Gaussian", "beta", ... of collapsed ones
  std::string reason;  // of the others
  // Of the others: the rule by which they could be integrated out, where that does not pay.
  std::string could_be_collapsed;
  std::optional<unsigned> line;  // in your program, where it is known
};

class Explanation {
 public:
  explicit Explanation(std::shared_ptr<const detail::ExplanationData> data)
      : data_(std::move(data)) {}

  // In the order of declaration; a parameter that is collapsed in part has several entries.
  [[nodiscard]] std::vector<ExplainedParameter> parameters() const;
  // Unconstrained real dimensions: of the model, and of what is sampled.
  [[nodiscard]] std::size_t dimension_before() const;
  [[nodiscard]] std::size_t dimension_after() const;
  // Predicted operations per gradient.
  [[nodiscard]] double cost_before() const;
  [[nodiscard]] double cost_after() const;

  // A table for people.
  [[nodiscard]] std::string to_text() const;
  // {"dimension_before", "dimension_after", "collapsed": [...], "kept": [...], "blocks": [...],
  // ..., "alternatives": [...], "choice", "coordinates"}
  [[nodiscard]] std::string to_json() const;
  // The factor graph before and after: for Graphviz, and as a picture.
  [[nodiscard]] std::string to_dot() const;
  [[nodiscard]] std::string to_svg() const;

 private:
  std::shared_ptr<const detail::ExplanationData> data_;
};

// What `sample` does with these `marginalize`, `keep` and `collapse`, and with other options as
// they are by default: whether a collapse pays is asked here as it is there. Throws ModelError if
// one of them names no parameter.
[[nodiscard]] Explanation explain(const Model& model, const Options& options = {});

}  // namespace autumn
