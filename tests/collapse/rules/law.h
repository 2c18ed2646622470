// This header has what the tests of the families share: factors at random, the collapse law, and
// tables of reference values.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/random.h"
#include "collapse/rules/list.h"
#include "expr/interpret.h"

namespace autumn::collapse {

using expr::Array;
using expr::Shape;

[[nodiscard]] Random test_random(std::uint64_t seed);
[[nodiscard]] Array number(double x);
[[nodiscard]] Array vector_of(std::vector<double> x);
[[nodiscard]] Array matrix_of(std::size_t rows, std::size_t cols, std::vector<double> x);

// A factor with numbers in it. The argument at the place of the use is c (ones if it is bare).
struct Factor {
  Use use;
  Array value;
  std::vector<Array> arguments;
};

struct Prior {
  const dist::Distribution* distribution = nullptr;
  std::vector<Array> arguments;
};

// A variable with everything that contains it.
struct Setting {
  const FamilyRule* rule = nullptr;
  std::optional<Prior> prior;
  std::vector<Factor> factors;
};

[[nodiscard]] std::string to_text(const Setting& setting);

// Uses of a distribution: c * v^exponent, v itself, 1 - v, v / (1 - v).
[[nodiscard]] Use power_use(const dist::Distribution& d, std::size_t position, double exponent);
[[nodiscard]] Use bare_use(const dist::Distribution& d, std::size_t position);
[[nodiscard]] Use use_of_kind(const dist::Distribution& d, std::size_t position, UseKind kind);

// A factor of scalar rows whose value is drawn from its distribution at v, the other arguments
// being at random in their domains.
[[nodiscard]] Factor random_factor(const Use& use, std::size_t rows, double v, Random& random);
// Arguments of a prior at random in their domains.
[[nodiscard]] Prior random_prior(const dist::Distribution& d, Random& random);

// The parts of the collapse law of a setting, as functions of v. Everything but counts and Weibull
// shapes is an input of the graph, so that nothing is folded away.
class Law {
 public:
  explicit Law(const Setting& setting);

  // log prior + sum of log densities.
  [[nodiscard]] double log_joint(const Array& v) const { return at(joint_, v); }
  // log marginal + sum of remainders; does not contain v.
  [[nodiscard]] double log_marginal(const Array& v) const { return at(marginal_, v); }
  [[nodiscard]] double log_recovery(const Array& v) const { return at(recovery_, v); }
  // 1 + the sum of the absolute values of all terms.
  [[nodiscard]] double size(const Array& v) const { return at(size_, v); }
  [[nodiscard]] bool is_proper_when_flat() const { return is_proper_when_flat_; }

  // The graph of the log marginal with its inputs; v is input 0 and does not matter.
  [[nodiscard]] const expr::Graph& graph() const { return builder_.graph(); }
  [[nodiscard]] expr::NodeId marginal_node() const { return marginal_; }
  [[nodiscard]] std::vector<Array> inputs(const Array& v) const;

 private:
  struct Sums;

  [[nodiscard]] double at(expr::NodeId node, const Array& v) const;
  [[nodiscard]] Term node_of(const Array& value, bool is_constant);
  [[nodiscard]] std::vector<Term> arguments_of(const dist::Distribution& d,
                                               const std::vector<Array>& arguments);
  void add_factor(const FamilyRule& rule, const Factor& factor, Term v, Sums& sums);

  expr::Builder builder_;
  std::vector<Array> inputs_;
  expr::NodeId joint_;
  expr::NodeId marginal_;
  expr::NodeId recovery_;
  expr::NodeId size_;
  bool is_proper_when_flat_ = false;
};

// log joint = log marginal + log recovery, to 1e-11 of the size of the terms.
void expect_collapse_law(const Setting& setting, std::span<const Array> points);
// The gradient of the log marginal agrees with extrapolated differences in every input.
void expect_gradient_law(const Setting& setting, const Array& v);

// One row of the table of log marginals.
struct Reference {
  std::vector<double> arguments;
  double value = 0.0;
  std::vector<double> slopes;
};
[[nodiscard]] std::vector<Reference> references(const std::string& name, std::size_t arguments);

// The value of a node and its gradient in every input.
[[nodiscard]] expr::Graph gradient_of(expr::Builder builder, expr::NodeId value);

// A log marginal and its gradient where all of prior and sums are inputs, or (`are_constant_sums`)
// only the prior is.
struct ValueAndSlopes {
  double value = 0.0;
  std::vector<double> slopes;
};
[[nodiscard]] ValueAndSlopes marginal_at(const FamilyRule& rule, std::span<const Array> prior,
                                         std::span<const Array> sums, bool are_constant_sums);

}  // namespace autumn::collapse
