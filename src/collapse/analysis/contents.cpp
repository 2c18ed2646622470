// This file follows factors down through their expressions, to where these become linear.
#include "collapse/analysis/contents.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "collapse/forms/form_terms.h"
#include "collapse/forms/running_sums.h"
#include "collapse/point.h"
#include "dist/distribution.h"
#include "dist/items.h"
#include "dist/list.h"
#include "expr/interpret.h"
#include "expr/term.h"
#include "model/range.h"

namespace autumn::collapse {
namespace {

using expr::Array;
using expr::Op;
using expr::Term;
using model::Factor;
using model::SupportKind;

// Up to so many rows of a factor are all looked at.
constexpr std::size_t kFewContentRows = 256;

class Collecting {
 public:
  explicit Collecting(const ContentRequest& request)
      : request_(request),
        numbers_(request.model),
        builder_(request.model.graph),
        forms_(request.model, builder_, request.elements) {}

  Contents run() && {
    for (std::size_t v = 0; v < request_.model.variables.size(); ++v) add_support(v);
    for (const Factor& factor : request_.model.factors) add_factor(factor);
    return evaluated();
  }

 private:
  [[nodiscard]] Term term(NodeId node) { return {builder_, node}; }

  // What the support of a variable is not indifferent to.
  void add_support(std::size_t v) {
    const model::Variable& variable = request_.model.variables[v];
    const Term x = term(variable.node);
    add_bound(x, variable.support.lower, 1.0);
    add_bound(x, variable.support.upper, -1.0);
    const std::size_t n = variable.dims.empty() ? 1 : variable.dims.back();
    const std::size_t items = n == 0 ? 0 : x.size() / n;
    switch (variable.support.kind) {
      case SupportKind::kOrdered:
      case SupportKind::kPositiveOrdered:
        if (n > 1) {
          add_floor(expr::slice(x, items, items * (n - 1)) - expr::slice(x, 0, items * (n - 1)));
        }
        break;
      case SupportKind::kSumToZero:
      case SupportKind::kSumToZeroMatrix:
        for (const SummedItem& item : zero_sums(variable, v)) add_zero_sums(item, x);
        break;
      default: break;
    }
  }

  // A bound that is a known number is no matter of contents. `side` is +1 for a lower bound, -1 for
  // an upper one.
  void add_bound(const Term& x, const std::optional<NodeId>& bound, double side) {
    if (!bound || builder_.is_constant(*bound)) return;
    const Term declared = term(*bound);
    const Term b = declared.size() == 1 ? expr::reshape(declared, expr::Shape::scalar()) : declared;
    const bool fits = b.size() == 1 || b.shape() == x.shape();
    if (fits && add_floor(side * (x - b))) return;
    add_floor(side * x);
    // A bound that rises with what it is made of is safe where that does not come nearer.
    const Term inner = term(without_rising_functions(*bound));
    if (!add_floor(-side * inner)) add_node(*bound);
  }

  [[nodiscard]] NodeId without_rising_functions(NodeId node) const {
    const auto rises = [](Op op) {
      return op == Op::kExp || op == Op::kLog || op == Op::kSqrt || op == Op::kInvLogit;
    };
    while (rises(builder_.graph().op(node))) node = builder_.graph().operand(node, 0);
    return node;
  }

  // Whether it is linear in the elements.
  bool add_floor(const Term& x) {
    const Form form = forms_.of(x.id());
    if (!is_linear(form)) return false;
    if (!form.is_free()) floors_.push_back(form);
    return true;
  }

  // The sum of a vector, or those of all rows and columns of a matrix.
  void add_zero_sums(const SummedItem& item, const Term& x) {
    const auto add_sum = [&](const std::vector<std::uint32_t>& elements) {
      add_node(expr::sum(expr::gather(x, expr::Index::list(elements))).id());
    };
    for (std::size_t j = 0; j < item.cols; ++j) {
      std::vector<std::uint32_t> column;
      for (std::size_t i = 0; i < item.rows; ++i) column.push_back(item.at(i, j));
      add_sum(column);
    }
    for (std::size_t i = 0; item.is_matrix && i < item.rows; ++i) {
      std::vector<std::uint32_t> row;
      for (std::size_t j = 0; j < item.cols; ++j) row.push_back(item.at(i, j));
      add_sum(row);
    }
  }

  void add_factor(const Factor& factor) {
    const bool is_prior = !factor.is_opaque() && !builder_.is_constant(factor.value);
    if (request_.scope == ContentScope::kPriors && !is_prior) return;
    if (factor.weight && is_zero(*factor.weight)) return;
    if (factor.squares) {
      add_node(factor.squares->residual);
      add_node(factor.squares->scale);
      return;
    }
    if (factor.is_opaque()) {
      add_node(factor.value);
      return;
    }
    const std::optional<std::size_t> location = factor.distribution->location;
    for (std::size_t k = 0; k < factor.arguments.size(); ++k) {
      if (k != location) add_argument(factor, k);
    }
    if (location) {
      add_residual(factor, factor.arguments[*location]);
    } else {
      add_node(factor.value);
    }
  }

  [[nodiscard]] bool is_zero(NodeId node) const {
    return std::ranges::all_of(builder_.graph().constant(node), [](double x) { return x == 0.0; });
  }

  // Categories see only differences of their logits, and cut points only those to the predictor.
  void add_argument(const Factor& factor, std::size_t k) {
    if (factor.distribution == &dist::categorical_logit()) {
      add_differences(factor.arguments[k]);
    } else if (factor.distribution == &dist::ordered_logistic() && is_vector(factor.arguments[1])) {
      if (k == 1) return;
      add_differences(factor.arguments[1]);
      add_difference(factor.arguments[0], expr::element(term(factor.arguments[1]), 0).id());
    } else {
      add_node(factor.arguments[k]);
    }
  }

  [[nodiscard]] bool is_vector(NodeId node) const { return !builder_.shape(node).is_matrix(); }

  void add_residual(const Factor& factor, NodeId location) {
    if (factor.distribution->is_scalar()) {
      add_difference(factor.value, location);
    } else {
      const Term rows = dist::residual_columns(term(factor.value), term(location));
      add_form_or(forms_.of(rows.id()), {factor.value, location});
    }
  }

  void add_difference(NodeId x, NodeId y) { add_form_or(forms_.difference(x, y), {x, y}); }

  // Of the elements of a vector, or of each row of a matrix, to the first.
  void add_differences(NodeId node) {
    const Term x = term(node);
    const expr::Shape shape = x.shape();
    const std::size_t rows = shape.is_matrix() ? shape.rows : 1;
    const std::size_t n = rows == 0 ? 0 : x.size() / rows;
    if (n < 2) return;
    for (std::size_t k = 1; k < n; ++k) {
      add_difference(expr::slice(x, rows * k, rows).id(), expr::slice(x, 0, rows).id());
    }
  }

  void add_node(NodeId root) {
    std::vector<NodeId> stack{root};
    while (!stack.empty()) {
      const NodeId node = stack.back();
      stack.pop_back();
      if (!seen_.insert(node).second) continue;
      const Form form = forms_.of(node);
      if (form.is_free()) continue;
      if (is_linear(form)) {
        add_form(form);
      } else if (model::is_log_softmax(builder_.graph(), node)) {
        add_differences(builder_.graph().operand(node, 0));
      } else {
        const auto operands = builder_.graph().operands(node);
        stack.insert(stack.end(), operands.begin(), operands.end());
      }
    }
  }

  void add_form_or(const Form& form, std::initializer_list<NodeId> parts) {
    if (is_linear(form)) {
      add_form(form);
    } else {
      for (const NodeId part : parts) add_node(part);
    }
  }

  // Also together: no coefficient contains one of the elements.
  [[nodiscard]] bool is_linear(const Form& form) {
    return std::ranges::all_of(form.terms, [&](const FormTerm& t) {
      return t.kind == TermKind::kLinear &&
             (!t.coefficient || forms_.of(t.coefficient->node).is_free());
    });
  }

  void add_form(const Form& form) {
    if (!form.is_free()) linear_.push_back(form);
  }

  // --- numbers ---

  Contents evaluated() {
    std::vector<NodeId> nodes;
    for (const std::vector<Form>* forms : {&linear_, &floors_}) {
      for (const Form& form : *forms) {
        for (const FormTerm& t : form.terms) {
          if (t.coefficient) nodes.push_back(t.coefficient->node);
        }
      }
    }
    const std::vector<Array> values =
        expr::interpret(builder_.graph(), nodes, random_point(request_.model, request_.trial));
    Contents result;
    result.rows.columns = numbers_.size();
    result.floors.columns = numbers_.size();
    std::size_t next = 0;
    for (const Form& form : linear_) add_rows(form, values, next, result, result.rows);
    for (const Form& form : floors_) add_rows(form, values, next, result, result.floors);
    return result;
  }

  using Entry = std::pair<std::uint32_t, double>;

  void add_rows(const Form& form, const std::vector<Array>& values, std::size_t& next,
                Contents& result, gaussian::SparseRows& target) const {
    std::size_t last = 0;
    for (const FormTerm& t : form.terms) {
      for (std::size_t p = 0; p < t.pairs.size(); ++p)
        last = std::max<std::size_t>(last, t.pairs.row(p));
    }
    const std::size_t stride = last < kFewContentRows ? 1 : request_.stride;
    std::vector<std::vector<Entry>> rows(last / stride + 1);
    for (const FormTerm& t : form.terms) {
      const Array* coefficient = t.coefficient ? &values[next++] : nullptr;
      for (std::size_t p = 0; p < t.pairs.size(); ++p) {
        if (t.pairs.row(p) % stride != 0) continue;
        double value = t.factor;
        if (t.multiplier) {
          value *=
              builder_.graph().constant(t.multiplier->node)[slot_of(*t.multiplier, builder_, p)];
        }
        if (coefficient != nullptr)
          value *= coefficient->numbers[slot_of(*t.coefficient, builder_, p)];
        const auto column = static_cast<std::uint32_t>(numbers_.of(t.variable, t.pairs.element(p)));
        rows[t.pairs.row(p) / stride].emplace_back(column, value);
      }
    }
    result.left_out += last + 1 - rows.size();
    for (std::vector<Entry>& row : rows) {
      add_row(row, has_finite_numbers(row) ? target : result.rows);
    }
  }

  [[nodiscard]] static bool has_finite_numbers(const std::vector<Entry>& row) {
    return std::ranges::all_of(row, [](const Entry& e) { return std::isfinite(e.second); });
  }

  // Entries of one column add; what cancels up to rounding is not there. A row that is not made of
  // numbers at this point may contain each of its elements.
  static void add_row(std::vector<Entry>& row, gaussian::SparseRows& rows) {
    constexpr double kRounding = 1e-14;
    std::ranges::sort(row);
    const bool is_finite = has_finite_numbers(row);
    for (std::size_t k = 0; k < row.size();) {
      const std::uint32_t column = row[k].first;
      double sum = 0.0, size = 0.0;
      for (; k < row.size() && row[k].first == column; ++k) {
        sum += row[k].second;
        size += std::abs(row[k].second);
      }
      if (is_finite && std::abs(sum) <= kRounding * size) continue;
      rows.column.push_back(column);
      rows.value.push_back(is_finite ? sum : 1.0);
      if (!is_finite) rows.row_starts.push_back(static_cast<std::uint32_t>(rows.column.size()));
    }
    if (rows.column.size() != rows.row_starts.back()) {
      rows.row_starts.push_back(static_cast<std::uint32_t>(rows.column.size()));
    }
  }

  const ContentRequest& request_;
  ElementNumbers numbers_;
  Builder builder_;
  Forms forms_;
  std::vector<Form> linear_;
  std::vector<Form> floors_;
  std::set<NodeId> seen_;
};

}  // namespace

ElementNumbers::ElementNumbers(const model::Model& model) : starts_{0} {
  for (const model::Variable& variable : model.variables) {
    starts_.push_back(starts_.back() + model.graph.shape(variable.node).size());
  }
}

std::size_t ElementNumbers::variable_of(std::size_t number) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(starts_, number) - starts_.begin()) - 1;
}

Contents contents(const ContentRequest& request) {
  return Collecting(request).run();
}

}  // namespace autumn::collapse
