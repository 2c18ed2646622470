// This file derives the forms of elementwise operations, and leads to those of all others.
#include "collapse/forms/form.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "collapse/forms/form_terms.h"
#include "collapse/forms/zeros.h"
#include "expr/term.h"

namespace autumn::collapse {
namespace {

using expr::Op;
using expr::OpClass;

// A product with every exponent multiplied by k.
Form raised(Form form, double k) {
  if (!form.is_product) return blurred(std::move(form));
  for (FormTerm& term : form.terms) {
    const bool is_power = term.kind == TermKind::kLinear || term.kind == TermKind::kPower;
    term.exponent *= k;
    term.kind = is_power ? TermKind::kPower : TermKind::kOther;
    term.factor = 1.0;
    term.multiplier.reset();
    term.coefficient.reset();  // found by setting the elements to one
  }
  return form;
}

// A product with every exponent multiplied by what a node has.
Form raised_freely(Form form, NodeId power) {
  for (FormTerm& term : form.terms) {
    const bool is_power = term.kind == TermKind::kLinear || term.kind == TermKind::kPower;
    term.kind = is_power ? TermKind::kFreePower : TermKind::kOther;
    term.power = power;
    term.factor = 1.0;
    term.multiplier.reset();
    term.coefficient.reset();
  }
  return form;
}

// log(c v^k) = log c + k log v.
Form logged(Form form) {
  if (!form.is_product) return blurred(std::move(form));
  for (FormTerm& term : form.terms) {
    const bool is_power = term.kind == TermKind::kLinear || term.kind == TermKind::kPower;
    term.kind = is_power ? TermKind::kLog : TermKind::kOther;
    term.factor = term.exponent;
    term.exponent = 1.0;
    term.multiplier.reset();
    term.coefficient.reset();
  }
  form.is_product = form.is_free();
  return form;
}

bool is_bare(const FormTerm& term) {
  return term.kind == TermKind::kLinear && term.factor == 1.0 && !term.multiplier &&
         !term.coefficient;
}

bool is_all_ones(const Builder& builder, NodeId node) {
  if (!builder.is_constant(node)) return false;
  return std::ranges::all_of(builder.graph().constant(node), [](double x) { return x == 1.0; });
}

bool has_wide(const Form& form) {
  return std::ranges::any_of(form.terms, [](const FormTerm& term) { return term.pairs.is_wide; });
}

bool is_same_relation(const FormTerm& a, const FormTerm& b) {
  if (a.variable != b.variable || a.pairs.size() != b.pairs.size()) return false;
  for (std::size_t p = 0; p < a.pairs.size(); ++p) {
    if (a.pairs.row(p) != b.pairs.row(p) || a.pairs.element(p) != b.pairs.element(p)) return false;
  }
  return true;
}

}  // namespace

Forms::Forms(const model::Model& model, Builder& builder, ElementSet candidates,
             std::vector<SummedItem> sums)
    : model_(model),
      builder_(builder),
      candidates_(std::move(candidates)),
      none_(model),
      sums_(std::move(sums)),
      is_zero_(zero_nodes(model)) {}

const Form& Forms::of(NodeId node) {
  // Operands first, without recursion: recurrences make graphs as deep as they are long.
  std::vector<NodeId> stack{node};
  while (!stack.empty()) {
    const NodeId next = stack.back();
    if (forms_.size() < builder_.graph().size()) forms_.resize(builder_.graph().size());
    if (forms_[next.value]) {
      stack.pop_back();
      continue;
    }
    if (next.value < is_zero_.size() && is_zero_[next.value]) {
      forms_[next.value] = Form{};  // what is multiplied in it is not looked at
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    for (const NodeId operand : builder_.graph().operands(next)) {
      if (!forms_[operand.value]) stack.push_back(operand);
    }
    if (stack.size() != before) continue;
    Form form = make(next);
    const bool is_sum =
        builder_.graph().op(next) == Op::kAdd || builder_.graph().op(next) == Op::kSub;
    if (is_sum && builder_.shape(next).size() == 1) widen(form);
    if (forms_.size() < builder_.graph().size()) forms_.resize(builder_.graph().size());
    forms_[next.value] = std::move(form);
    stack.pop_back();
  }
  return *forms_[node.value];
}

// A number that is added up from too many elements to be followed one by one, step by step, is said
// to contain all candidates of the variable.
void Forms::widen(Form& form) {
  constexpr std::size_t kLong = 128;
  for (FormTerm& term : form.terms) {
    const bool is_long = term.kind == TermKind::kOther && term.pairs.elements.size() >= kLong;
    if (!is_long || term.pairs.is_wide) continue;
    wide_.resize(model_.variables.size());
    ElementList& all = wide_[term.variable];
    if (all.empty()) all = candidates_.elements(term.variable);
    term.pairs = {.is_dense = true, .row_count = 1, .rows = {}, .elements = all, .is_wide = true};
  }
}

ElementSet Forms::elements_of(const Form& form) const {
  ElementSet set = none_;
  for (const FormTerm& term : form.terms) {
    for (const std::uint32_t element : term.pairs.elements) set.insert(term.variable, element);
  }
  return set;
}

// Elements on both sides are of no account: they are refused as they are. A recurrence gives the
// same conflict at every step: once is enough.
void Forms::note_conflict(const Form& x, const Form& y) {
  if (has_wide(x) || has_wide(y)) {
    std::vector<std::pair<const std::uint32_t*, std::uint32_t>> lists;
    for (const Form* form : {&x, &y}) {
      for (const FormTerm& term : form->terms) {
        const ElementList& list = term.pairs.elements;
        const bool is_one = list.size() == 1;
        lists.emplace_back(is_one ? nullptr : list.begin(), is_one ? list[0] : term.variable);
      }
    }
    if (lists == last_wide_conflict_) return;
    last_wide_conflict_ = std::move(lists);
  }
  Conflict conflict{elements_of(x), elements_of(y)};
  ElementSet left_only = conflict.left;
  left_only.erase(conflict.right);
  ElementSet right_only = conflict.right;
  right_only.erase(conflict.left);
  conflict = {std::move(left_only), std::move(right_only)};
  constexpr std::size_t kLookBack = 8;
  const std::size_t n = conflicts_.size();
  for (std::size_t k = n > kLookBack ? n - kLookBack : 0; k < n; ++k) {
    if (conflicts_[k].left == conflict.left && conflicts_[k].right == conflict.right) return;
  }
  conflicts_.push_back(std::move(conflict));
}

Form Forms::make(NodeId node) {
  const expr::Graph& graph = builder_.graph();
  const auto operands = graph.operands(node);
  const bool is_free =
      std::ranges::all_of(operands, [&](NodeId x) { return forms_[x.value]->is_free(); });
  if (graph.op(node) == Op::kInput) return make_input(node);
  if (is_free) return {};
  switch (expr::class_of(graph.op(node))) {
    case OpClass::kLeaf: return {};
    case OpClass::kUnary: return make_unary(node);
    case OpClass::kBinary: return make_binary(node);
    case OpClass::kTernary: return make_select(node);
    case OpClass::kStructural: return make_structural(node);
    case OpClass::kPlaceholder: return make_other(node);
  }
  internal_error("the operation is of one of the classes", __FILE__, __LINE__);
}

Form Forms::make_input(NodeId node) const {
  const std::uint32_t variable = model_.graph.node(node).payload;
  if (auto summed = make_summed_input(node)) return *std::move(summed);
  FormTerm term;
  term.variable = variable;
  term.pairs.row_count = builder_.shape(node).size();
  term.pairs.elements = candidates_.elements(variable);
  term.pairs.rows.assign(term.pairs.elements.begin(), term.pairs.elements.end());
  term.pairs.is_rising = true;
  if (term.pairs.elements.empty()) return {};
  return {.terms = {std::move(term)}, .is_product = true};
}

// One term for each sign; nothing if no sums stand for elements of this variable.
std::optional<Form> Forms::make_summed_input(NodeId node) const {
  const std::uint32_t variable = model_.graph.node(node).payload;
  std::map<double, FormTerm> by_sign;
  bool has_sums = false;
  for (const SummedItem& item : sums_) {
    if (item.variable != variable) continue;
    has_sums = true;
    if (item.elements.empty() || !candidates_.contains(variable, item.elements[0])) continue;
    for (const SummedEntry& entry : entries_of(item)) {
      FormTerm& term = by_sign.try_emplace(entry.sign).first->second;
      term.pairs.rows.push_back(entry.element);
      term.pairs.elements.push_back(entry.coordinate);
    }
  }
  if (!has_sums) return std::nullopt;
  Form form{.terms = {}, .is_product = by_sign.empty()};
  for (auto& [sign, term] : by_sign) {
    term.variable = variable;
    term.factor = sign;
    term.pairs.row_count = builder_.shape(node).size();
    form.terms.push_back(std::move(term));
  }
  return form;
}

Form Forms::make_unary(NodeId node) {
  Form x = *forms_[builder_.graph().operand(node, 0).value];
  switch (builder_.graph().op(node)) {
    case Op::kNegate: return negated(std::move(x));
    case Op::kSqrt: return raised(std::move(x), 0.5);
    case Op::kSquare: return raised(std::move(x), 2.0);
    case Op::kInverse: return raised(std::move(x), -1.0);
    case Op::kLog: return logged(std::move(x));
    default: return blurred(std::move(x));
  }
}

// An operand of an elementwise operation, with as many rows as the result.
namespace {
Form as_wide(const Builder& builder, const Form& form, NodeId operand, std::size_t n) {
  if (builder.shape(operand).size() == n || form.is_free()) return form;
  return repeated(builder, form, n);
}
}  // namespace

// A product of two factors that both have candidates: each is linear in its own, given the other;
// what is in both is neither.
Form Forms::combined(Form left, Form right) {
  if (has_wide(left) || has_wide(right)) {
    note_conflict(left, right);
    return added(builder_, blurred(std::move(left)), blurred(std::move(right)));
  }
  ElementSet both = elements_of(left);
  const ElementSet others = elements_of(right);
  const bool has_common = both.intersects(others);
  note_conflict(left, right);
  // A factor whose elements are in it in some other way is no hindrance for those of the product.
  const auto is_factor = [](const Form& form) {
    return form.is_product || std::ranges::all_of(form.terms, [](const FormTerm& term) {
             return term.kind == TermKind::kOther;
           });
  };
  Form result{.terms = {}, .is_product = is_factor(left) && is_factor(right) && !has_common};
  if (has_common) {
    ElementSet left_only = both;
    left_only.erase(others);
    both.erase(left_only);
    left = blurred_within(std::move(left), both);
    right = blurred_within(std::move(right), both);
  }
  const bool is_product = result.is_product;
  result = added(builder_, std::move(left), std::move(right));
  result.is_product = is_product;
  return result;
}

Form Forms::product(NodeId x, NodeId y) {
  const std::size_t n = std::max(builder_.shape(x).size(), builder_.shape(y).size());
  Form left = as_wide(builder_, of(x), x, n);
  Form right = as_wide(builder_, of(y), y, n);
  if (right.is_free() && left.is_free()) return {};
  if (right.is_free()) return scaled(builder_, std::move(left), y);
  if (left.is_free()) return scaled(builder_, std::move(right), x);
  return combined(scaled(builder_, std::move(left), y), scaled(builder_, std::move(right), x));
}

Form Forms::difference(NodeId x, NodeId y) {
  const std::size_t n = std::max(builder_.shape(x).size(), builder_.shape(y).size());
  return added(builder_, as_wide(builder_, of(x), x, n), negated(as_wide(builder_, of(y), y, n)));
}

Form Forms::make_quotient(NodeId x, NodeId y) {
  const std::size_t n = std::max(builder_.shape(x).size(), builder_.shape(y).size());
  Form left = as_wide(builder_, *forms_[x.value], x, n);
  Form right = as_wide(builder_, *forms_[y.value], y, n);
  if (right.is_free()) {
    return scaled(builder_, std::move(left), builder_.apply(Op::kInverse, {y}));
  }
  if (left.is_free()) return raised(std::move(right), -1.0);
  if (left.terms.size() == 1 && right.terms.size() == 1 && is_bare(left.terms[0]) &&
      right.terms[0].kind == TermKind::kComplement &&
      is_same_relation(left.terms[0], right.terms[0])) {
    left.terms[0].kind = TermKind::kOdds;
    left.is_product = false;
    return left;
  }
  return combined(scaled(builder_, left, builder_.apply(Op::kInverse, {y})),
                  raised(std::move(right), -1.0));
}

// A power with a free exponent is one of each element of a product; what is in both is in it in
// some other way.
Form Forms::make_power(NodeId node) {
  const NodeId x = builder_.graph().operand(node, 0);
  const NodeId y = builder_.graph().operand(node, 1);
  const std::size_t n = builder_.shape(node).size();
  Form base = as_wide(builder_, *forms_[x.value], x, n);
  Form exponent = as_wide(builder_, *forms_[y.value], y, n);
  const bool is_scalar = builder_.shape(y).size() == 1;
  if (is_scalar && builder_.is_constant(y)) {
    return raised(std::move(base), builder_.graph().constant(y)[0]);
  }
  const bool has_common = elements_of(base).intersects(elements_of(exponent));
  if (!is_scalar || !base.is_product || base.is_free() || has_common) {
    return added(builder_, blurred(std::move(base)), blurred(std::move(exponent)));
  }
  if (!exponent.is_free()) note_conflict(base, exponent);
  Form result = raised_freely(std::move(base), y);
  result = added(builder_, std::move(result), blurred(std::move(exponent)));
  result.is_product = true;
  return result;
}

Form Forms::make_binary(NodeId node) {
  const Op op = builder_.graph().op(node);
  const NodeId x = builder_.graph().operand(node, 0);
  const NodeId y = builder_.graph().operand(node, 1);
  const std::size_t n = builder_.shape(node).size();
  const auto wide = [&](NodeId operand) {
    return as_wide(builder_, *forms_[operand.value], operand, n);
  };
  switch (op) {
    case Op::kAdd: return added(builder_, wide(x), wide(y));
    case Op::kSub: {
      Form right = wide(y);
      // Of a real variable 1 - v is as linear as anything.
      if (is_all_ones(builder_, x) && right.is_product && right.terms.size() == 1 &&
          is_bare(right.terms[0]) &&
          model_.variables[right.terms[0].variable].support.kind == model::SupportKind::kInterval) {
        right.terms[0].kind = TermKind::kComplement;
        right.is_product = false;
        return right;
      }
      return added(builder_, wide(x), negated(std::move(right)));
    }
    case Op::kMul: return product(x, y);
    case Op::kDiv: return make_quotient(x, y);
    case Op::kPow: return make_power(node);
    default: {
      Form left = blurred(wide(x));
      Form right = blurred(wide(y));
      return added(builder_, std::move(left), std::move(right));
    }
  }
}

// select(c, a, b) = [c] a + (1 - [c]) b where the condition is free of what is in a and b. What is
// not taken may be NaN: its coefficients are not multiplied by 0 but replaced by it.
Form Forms::make_select(NodeId node) {
  const std::vector<NodeId> operands(builder_.graph().operands(node).begin(),
                                     builder_.graph().operands(node).end());
  const std::size_t n = builder_.shape(node).size();
  std::vector<Form> forms;
  for (const NodeId operand : operands) {
    forms.push_back(as_wide(builder_, *forms_[operand.value], operand, n));
  }
  const bool has_common = elements_of(forms[0]).intersects(elements_of(forms[1])) ||
                          elements_of(forms[0]).intersects(elements_of(forms[2]));
  if (builder_.graph().op(node) != Op::kSelect || has_common) {
    Form all;
    for (Form& form : forms) all = added(builder_, std::move(all), blurred(std::move(form)));
    return all;
  }
  const NodeId otherwise = builder_.apply(Op::kNot, {operands[0]});
  Form result = added(builder_, taken_where(builder_, std::move(forms[1]), operands[0]),
                      taken_where(builder_, std::move(forms[2]), otherwise));
  if (forms[0].is_free()) return result;
  // Either what decides may be collapsed, or what is decided on.
  if (!result.is_free()) note_conflict(forms[0], result);
  return added(builder_, std::move(result), blurred(std::move(forms[0])));
}

Form Forms::make_other(NodeId node) {
  Form all;
  const std::vector<NodeId> operands(builder_.graph().operands(node).begin(),
                                     builder_.graph().operands(node).end());
  for (const NodeId operand : operands) {
    all = added(builder_, std::move(all),
                spread(*forms_[operand.value], builder_.shape(node).size()));
  }
  all.is_product = all.is_free();
  return all;
}

}  // namespace autumn::collapse
