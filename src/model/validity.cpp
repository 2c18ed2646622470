// This file adds indicator factors for what can not be proved to be in its domain.
#include "model/validity.h"

#include <algorithm>
#include <set>

#include "base/numbers.h"
#include "dist/distribution.h"
#include "expr/term.h"
#include "model/declared.h"
#include "model/finite.h"
#include "model/indicator.h"
#include "model/range.h"
#include "model/symmetry.h"
#include "model/underflow.h"

namespace autumn::model {
namespace {

using dist::Domain;
using expr::Builder;
using expr::Op;
using expr::Shape;
using expr::Term;

bool is_above(const Range& known, const Range& wanted) {
  return known.low > wanted.low ||
         (known.low == wanted.low && (known.is_low_open || !wanted.is_low_open));
}

bool is_below(const Range& known, const Range& wanted) {
  return known.high < wanted.high ||
         (known.high == wanted.high && (known.is_high_open || !wanted.is_high_open));
}

// Collects indicator factors for one model.
class ValidityFactors {
 public:
  explicit ValidityFactors(const Model& model, Underflow underflow = Underflow::kIsPositive)
      : model_(model),
        known_(ranges(model)),
        underflow_(underflow),
        is_symmetric_(symmetric_nodes(model)),
        builder_(model.graph) {
    for (const Factor& factor : model.factors) {
      if (factor.is_opaque()) seen_.insert(factor.value);
    }
  }

  void add(const Factor& factor) {
    if (factor.is_opaque()) return;
    require(factor, factor.value, factor.distribution->variate.domain);
    require_bounds(factor);
    add_arguments(factor);
  }

  void add_arguments(const Factor& factor) {
    const dist::Distribution& d = *factor.distribution;
    for (std::size_t k = 0; k < d.arguments.size(); ++k) {
      require(factor, factor.arguments[k], d.arguments[k].domain);
    }
  }

  void add_together(const Factor& factor) {
    if (factor.distribution->go_together == nullptr) return;
    std::vector<Term> arguments;
    for (const NodeId argument : factor.arguments) arguments.emplace_back(builder_, argument);
    add_indicator(factor, factor.distribution->go_together(arguments));
  }

  // What nothing proves becomes a condition.
  void add(const Requirement& requirement, bool is_finite) {
    underflow_ = requirement.asks_overflow ? Underflow::kIsZero : Underflow::kIsPositive;
    Factor at;
    at.label = requirement.label;
    at.where = requirement.where;
    const Term x(builder_, requirement.node);
    if (requirement.range) return require_between(at, requirement, is_finite);
    const bool is_real = requirement.domain == Domain::kReal;
    if (is_real && !requirement.is_finite && !is_finite) add_indicator(at, !is_nan(x));
    if (requirement.domain == Domain::kPositiveDefinite) {
      require_positive_definite(at, requirement.node);
    } else {
      require(at, requirement.node, requirement.domain);
    }
    if (!requirement.is_finite || is_finite) return;
    const bool is_below_only = known_[requirement.node.value].is_non_negative();
    add_indicator(at, (is_below_only ? x : abs(x)) < kInfinity);
  }

  [[nodiscard]] std::vector<bool> finite(
      Exponentials exponentials = Exponentials::kAreFinite) const {
    return finite_nodes(model_, known_, exponentials);
  }

  // Coordinates must be some: Stan refuses a multiplier that is not positive and finite, and an
  // offset that is not finite, also where the variable is integrated out and has no coordinates.
  void require_coordinates() {
    const std::vector<bool> is_finite = finite();
    for (const Variable& variable : model_.variables) {
      Factor at;
      at.label = variable.name;
      at.where = variable.where;
      const std::optional<NodeId>& offset = variable.support.offset;
      const std::optional<NodeId>& multiplier = variable.support.multiplier;
      if (offset && !is_finite[offset->value]) {
        add_indicator(at, abs(Term(builder_, *offset)) < kInfinity);
      }
      if (!multiplier) continue;
      const Term scale(builder_, *multiplier);
      if (!known_[multiplier->value].is_positive()) add_indicator(at, scale > 0.0);
      if (!is_finite[multiplier->value]) add_indicator(at, scale < kInfinity);
    }
  }

  // Of a matrix that is not symmetric these would read one triangle only.
  void require_symmetric_operands() {
    for (const NodeId id : expr::reachable(model_.graph, roots(model_))) {
      if (!reads_symmetric(id)) continue;
      const NodeId matrix = model_.graph.operand(id, 0);
      if (model_.graph.is_constant(matrix) || is_proved(matrix, Domain::kPositiveDefinite))
        continue;
      add_indicator({}, dist::is_symmetric(Term(builder_, matrix)));
    }
  }

  [[nodiscard]] Model finish() && {
    Model result = model_;
    result.factors.insert(result.factors.end(), indicators_.begin(), indicators_.end());
    result.graph = std::move(builder_).finish({});
    return result;
  }

 private:
  [[nodiscard]] bool reads_symmetric(NodeId id) const {
    if (model_.graph.op(id) == Op::kCholesky) return true;
    if (model_.graph.op(id) != Op::kKernel) return false;
    return model_.graph.kernel(id).name() == "eigendecompose_sym";
  }

  // A positive factor decides nothing about a sign: of w g with g > 0 only w is asked. So that what
  // is collapsed need not be in the condition.
  [[nodiscard]] NodeId sign_of(NodeId node) const {
    const Graph& graph = model_.graph;
    while (true) {
      const bool is_product = graph.op(node) == Op::kMul;
      if (!is_product && graph.op(node) != Op::kDiv) return node;
      const NodeId left = graph.operand(node, 0);
      const NodeId right = graph.operand(node, 1);
      const auto is_positive = [&](NodeId x) {
        return !graph.is_constant(x) && known_[x.value].is_positive();
      };
      if (is_positive(right)) {
        node = left;
      } else if (is_positive(left)) {
        node = right;
      } else {
        return node;
      }
    }
  }

  // A triangle, or a covariance, times a positive number is one where it is one itself, again so
  // that the number need not be in the condition.
  [[nodiscard]] NodeId without_positive_numbers(NodeId node) const {
    const Graph& graph = model_.graph;
    const auto is_positive_number = [&](NodeId x) {
      return graph.shape(x).is_scalar() && known_[x.value].is_positive();
    };
    while (graph.op(node) == Op::kMul || graph.op(node) == Op::kDiv) {
      const NodeId left = graph.operand(node, 0);
      const NodeId right = graph.operand(node, 1);
      if (is_positive_number(right)) {
        node = left;
      } else if (is_positive_number(left) && graph.op(node) == Op::kMul) {
        node = right;
      } else {
        break;
      }
    }
    return node;
  }

  void require(const Factor& factor, NodeId node, Domain domain) {
    if (domain == Domain::kReal || model_.graph.is_constant(node)) return;
    if (domain == Domain::kCholeskyFactor) node = without_positive_numbers(node);
    if (is_proved(node, domain)) return;
    if (domain == Domain::kPositiveDefinite && is_proved(without_positive_numbers(node), domain)) {
      return;
    }
    // One look at the smallest is enough where only rounding may take them to zero.
    if (domain == Domain::kPositive && known_[node.value].is_positive()) {
      const Term x(builder_, node);
      add_indicator(factor, (x.shape().is_scalar() ? x : min_element(x)) > 0.0);
      return;
    }
    // The sign of a product is that of a factor, unless the product is too small to have one.
    const bool is_sign = domain == Domain::kPositive || domain == Domain::kNonNegative;
    const bool is_exact = domain == Domain::kNonNegative || underflow_ == Underflow::kIsPositive;
    if (is_sign && is_exact) {
      node = sign_of(node);
      if (model_.graph.is_constant(node)) {
        add_indicator(factor, is_in(domain, Term(builder_, node)));
        return;
      }
    }
    // A symmetric matrix that is not positive definite has a Cholesky factor of NaN, and so a
    // density of NaN; of one that is not symmetric only one triangle would be read.
    add_indicator(factor, domain == Domain::kPositiveDefinite
                              ? dist::is_symmetric(Term(builder_, node))
                              : is_in(domain, Term(builder_, node)));
  }

  // Written so that NaN passes where it may.
  void require_between(const Factor& factor, const Requirement& requirement, bool is_finite) {
    const Range& wanted = *requirement.range;
    const Range& known = known_[requirement.node.value];
    const Term x(builder_, requirement.node);
    if (!is_above(known, wanted)) {
      add_indicator(factor, !(wanted.is_low_open ? x <= wanted.low : x < wanted.low));
    }
    if (!is_below(known, wanted)) {
      add_indicator(factor, !(wanted.is_high_open ? x >= wanted.high : x > wanted.high));
    }
    if (!requirement.admits_nan && !is_finite) add_indicator(factor, !is_nan(x));
  }

  // No density of NaN will say it.
  void require_positive_definite(const Factor& factor, NodeId node) {
    const Support* support = declared_items(model_, node);
    const bool is_declared = support != nullptr && (support->kind == SupportKind::kCovMatrix ||
                                                    support->kind == SupportKind::kCorrMatrix);
    if (is_declared) return;
    add_indicator(factor, is_in(Domain::kPositiveDefinite, Term(builder_, node)));
  }

  // A value between bounds that are arguments, unless it was declared between the very same.
  void require_bounds(const Factor& factor) {
    if (factor.distribution->bounds == nullptr) return;
    std::vector<Term> arguments;
    for (const NodeId argument : factor.arguments) arguments.emplace_back(builder_, argument);
    const Term y(builder_, factor.value);
    const dist::Bounds bounds = factor.distribution->bounds(arguments);
    const Support* declared = declared_support(model_, factor.value);
    if (bounds.lower && !(declared != nullptr && declared->lower == bounds.lower->id()) &&
        !(range_of(y).low >= range_of(*bounds.lower).high)) {
      add_indicator(factor, y >= *bounds.lower);
    }
    if (bounds.upper && !(declared != nullptr && declared->upper == bounds.upper->id()) &&
        !(range_of(y).high <= range_of(*bounds.upper).low)) {
      add_indicator(factor, y <= *bounds.upper);
    }
  }

  // Of what was made since the analysis only constants are known.
  [[nodiscard]] Range range_of(Term x) const {
    if (x.id().value < known_.size()) return known_[x.id().value];
    if (!builder_.is_constant(x.id()) || !x.shape().is_scalar()) return {};
    const double number = builder_.graph().constant(x.id())[0];
    return {number, number};
  }

  // What is positive by exact arithmetic, and its rounding asked about.
  [[nodiscard]] bool may_be_zero(NodeId node) {
    if (underflow_ == Underflow::kIsPositive) return false;
    if (never_underflows_.empty()) never_underflows_ = never_underflows(model_, known_);
    return !never_underflows_[node.value];
  }

  // Of what is below one only variables are so when they are rounded, too: coordinates that far out
  // have no density.
  [[nodiscard]] bool may_be_one(NodeId node) const {
    return underflow_ == Underflow::kIsZero && !is_of_variable(model_.graph, node);
  }

  [[nodiscard]] bool is_proved(NodeId node, Domain domain) {
    const Range& range = known_[node.value];
    const Support* support = declared_items(model_, node);
    const auto is_declared = [&](std::initializer_list<SupportKind> kinds) {
      return support != nullptr &&
             std::find(kinds.begin(), kinds.end(), support->kind) != kinds.end();
    };
    switch (domain) {
      case Domain::kReal: return true;
      case Domain::kPositive: return range.is_positive() && !may_be_zero(node);
      case Domain::kNonNegative: return range.is_non_negative();
      case Domain::kUnit: return range.low >= 0.0 && range.high <= 1.0;
      case Domain::kOpenUnit:
        return range.is_positive() && !may_be_zero(node) &&
               (range.high < 1.0 || (range.high == 1.0 && range.is_high_open && !may_be_one(node)));
      case Domain::kSimplex: return is_declared({SupportKind::kSimplex}) || is_softmax(node);
      case Domain::kOrdered:
        return is_declared({SupportKind::kOrdered, SupportKind::kPositiveOrdered});
      case Domain::kCholeskyFactor:
        return is_declared({SupportKind::kCholeskyCov, SupportKind::kCholeskyCorr}) ||
               model_.graph.op(node) == Op::kCholesky;
      case Domain::kCholeskyCorr: return is_declared({SupportKind::kCholeskyCorr});
      case Domain::kPositiveDefinite:
        return is_symmetric_[node.value] ||
               is_declared({SupportKind::kCovMatrix, SupportKind::kCorrMatrix});
      case Domain::kCorrelation: return is_declared({SupportKind::kCorrMatrix});
      case Domain::kInteger:
      case Domain::kCount:
      case Domain::kPositiveCount:
      case Domain::kBinary: return false;
    }
    not_of_the_list("the domain");
  }

  [[nodiscard]] bool is_softmax(NodeId node) const {
    return model_.graph.op(node) == Op::kExp &&
           is_log_softmax(model_.graph, model_.graph.operand(node, 0));
  }

  [[nodiscard]] bool is_always_true(Term condition) const {
    if (!builder_.is_constant(condition.id())) return false;
    const auto truths = builder_.graph().constant(condition.id());
    return std::ranges::find(truths, 0.0) == truths.end();
  }

  void add_indicator(const Factor& factor, Term condition) {
    if (is_always_true(condition)) return;
    Factor made = indicator(condition, factor.label, factor.where);
    if (seen_.insert(made.value).second) indicators_.push_back(std::move(made));
  }

  const Model& model_;
  std::vector<Range> known_;
  Underflow underflow_;
  std::vector<bool> never_underflows_;  // found where it is first asked for
  std::vector<bool> is_symmetric_;
  Builder builder_;
  std::vector<Factor> indicators_;
  std::set<NodeId> seen_;
};

}  // namespace

Model with_requirements(const Model& model, std::span<const Requirement> requirements) {
  if (requirements.empty()) return model;
  const std::vector<bool> is_felt = felt_by_factors(model);
  ValidityFactors validity(model);
  const std::vector<bool> is_finite = validity.finite();
  const std::vector<bool> never_overflows = validity.finite(Exponentials::kMayOverflow);
  for (const Requirement& requirement : requirements) {
    if (requirement.result && is_felt[requirement.result->value]) continue;
    const auto& is_proved = requirement.asks_overflow ? never_overflows : is_finite;
    validity.add(requirement, is_proved[requirement.node.value]);
  }
  return std::move(validity).finish();
}

Model with_argument_validity(const Model& model, Underflow underflow) {
  ValidityFactors validity(model, underflow);
  for (const Factor& factor : model.factors) {
    if (!factor.is_opaque()) validity.add_arguments(factor);
  }
  return std::move(validity).finish();
}

Model with_joint_validity(const Model& model) {
  ValidityFactors validity(model);
  for (const Factor& factor : model.factors) {
    if (!factor.is_opaque()) validity.add_together(factor);
  }
  return std::move(validity).finish();
}

Model with_validity_factors(const Model& model, Underflow underflow) {
  ValidityFactors validity(model, underflow);
  for (const Factor& factor : model.factors) validity.add(factor);
  validity.require_symmetric_operands();
  validity.require_coordinates();
  return std::move(validity).finish();
}

}  // namespace autumn::model
