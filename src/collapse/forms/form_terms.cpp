// This file scales, adds and blurs the terms of forms.
#include "collapse/forms/form_terms.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/numbers.h"
#include "expr/term.h"

namespace autumn::collapse {
namespace {

using expr::Shape;

// Beyond this a row of a recurrence is no longer followed term by term.
constexpr std::size_t kMaxTermsOfScalar = 128;

// What every pair reads, as a node with one number per pair.
expr::Term as_array(Builder& builder, const Numbers& numbers, std::size_t pairs) {
  const expr::Term node(builder, numbers.node);
  if (node.size() == 1) {
    return expr::broadcast(expr::reshape(node, Shape::scalar()), Shape::vector(pairs));
  }
  if (numbers.slots.empty()) return expr::reshape(node, Shape::vector(pairs));
  return expr::gather(node, expr::Index::list(numbers.slots));
}

std::vector<std::uint32_t> rows_of(const Pairs& pairs) {
  std::vector<std::uint32_t> rows(pairs.size());
  for (std::size_t p = 0; p < rows.size(); ++p) rows[p] = pairs.row(p);
  return rows;
}

// Constants that pairs read are multiplied into the term.
void scale_pairs(Builder& builder, FormTerm& term, const Numbers& by) {
  if (!term.multiplier) {
    term.multiplier = by;
    return;
  }
  std::vector<double> product(term.pairs.size());
  const auto constant = builder.graph().constant(by.node);
  const auto before = builder.graph().constant(term.multiplier->node);
  for (std::size_t p = 0; p < product.size(); ++p) {
    product[p] = constant[slot_of(by, builder, p)] * before[slot_of(*term.multiplier, builder, p)];
  }
  term.multiplier = Numbers{builder.constant(Shape::vector(product.size()), product), {}};
}

void scale_by_constant(Builder& builder, FormTerm& term, NodeId k) {
  if (builder.shape(k).size() == 1) {
    term.factor *= builder.graph().constant(k)[0];
  } else {
    scale_pairs(builder, term, Numbers{k, rows_of(term.pairs)});
  }
}

void scale_by_expression(Builder& builder, FormTerm& term, NodeId k) {
  Numbers by{k, {}};
  if (builder.shape(k).size() != 1) by.slots = rows_of(term.pairs);
  if (!term.coefficient) {
    term.coefficient = std::move(by);
    return;
  }
  const auto scalar = [&](const Numbers& n) { return builder.shape(n.node).size() == 1; };
  const std::size_t pairs = term.pairs.size();
  if (scalar(*term.coefficient) && scalar(by)) {
    const expr::Term product =
        expr::reshape(expr::Term(builder, k), Shape::scalar()) *
        expr::reshape(expr::Term(builder, term.coefficient->node), Shape::scalar());
    term.coefficient = Numbers{product.id(), {}};
    return;
  }
  const expr::Term product =
      as_array(builder, *term.coefficient, pairs) * as_array(builder, by, pairs);
  term.coefficient = Numbers{product.id(), {}};
}

bool is_single(const FormTerm& term) {
  return term.pairs.size() == 1;
}

// factor * multiplier * coefficient of the only pair of a term, as a scalar.
expr::Term scalar_coefficient(Builder& builder, const FormTerm& term) {
  expr::Term value = expr::constant(builder, term.factor);
  if (term.multiplier) {
    value = value * expr::element(expr::Term(builder, term.multiplier->node),
                                  slot_of(*term.multiplier, builder, 0));
  }
  if (term.coefficient) {
    value = value * expr::element(expr::Term(builder, term.coefficient->node),
                                  slot_of(*term.coefficient, builder, 0));
  }
  return value;
}

// Whether two terms are about the same single element, so that their coefficients may be added.
// Without this every step of a scalar recurrence would carry one more term for the same element.
bool can_merge(const FormTerm& a, const FormTerm& b) {
  return a.kind == b.kind && (a.kind == TermKind::kLinear || a.kind == TermKind::kLog) &&
         a.variable == b.variable && is_single(a) && is_single(b) &&
         a.pairs.row(0) == b.pairs.row(0) && a.pairs.element(0) == b.pairs.element(0);
}

void merge_into(Builder& builder, FormTerm& term, const FormTerm& other) {
  const expr::Term total = scalar_coefficient(builder, term) + scalar_coefficient(builder, other);
  term.factor = 1.0;
  term.multiplier.reset();
  term.coefficient.reset();
  if (builder.is_constant(total.id())) {
    term.factor = builder.graph().constant(total.id())[0];
  } else {
    term.coefficient = Numbers{total.id(), {}};
  }
}

// The number of rows up to the last one.
std::size_t rows_before_end(const Pairs& pairs) {
  if (pairs.is_dense || pairs.rows.empty()) return pairs.row_count;
  return std::max<std::size_t>(pairs.row_count, 1 + *std::ranges::max_element(pairs.rows));
}

// Its elements stay, in an unknown way.
void blur(FormTerm& term) {
  term.kind = TermKind::kOther;
  term.factor = 1.0;
  term.multiplier.reset();
  term.coefficient.reset();
}

// With something wide: its list is taken as it is, unless something is not in it.
void unite_wide(Pairs& mine, const Pairs& other) {
  const Pairs& wide = mine.is_wide ? mine : other;
  const Pairs& rest = mine.is_wide ? other : mine;
  ElementList elements = wide.elements;
  if (!rest.elements.is_same_list(elements)) {
    for (const std::uint32_t e : rest.elements) {
      const auto at = std::ranges::lower_bound(elements, e);
      if (at != elements.end() && *at == e) continue;
      elements.own().insert(elements.own().begin() + (at - elements.begin()), e);
    }
  }
  const std::size_t rows = std::max(rows_before_end(mine), rows_before_end(other));
  mine = {.is_dense = true,
          .row_count = rows,
          .rows = {},
          .elements = std::move(elements),
          .is_wide = true};
}

using Terms = std::span<const FormTerm* const>;

// With something wide among them.
Pairs wide_union(Terms terms) {
  const auto is_wide = [](const FormTerm* term) { return term->pairs.is_wide; };
  const auto wide = std::ranges::find_if(terms, is_wide);
  Pairs all = (*wide)->pairs;
  for (const FormTerm* term : terms) {
    if (term != *wide) unite_wide(all, term->pairs);
  }
  return all;
}

// All rows against every element that is in one of them.
Pairs dense_union(Terms terms) {
  Pairs all{.is_dense = true, .row_count = 0, .rows = {}, .elements = {}};
  std::vector<std::uint32_t>& elements = all.elements.own();
  for (const FormTerm* term : terms) {
    const Pairs& pairs = term->pairs;
    all.row_count = std::max(all.row_count, rows_before_end(pairs));
    elements.insert(elements.end(), pairs.elements.begin(), pairs.elements.end());
  }
  std::ranges::sort(elements);
  const auto doubles = std::ranges::unique(elements);
  elements.erase(doubles.begin(), doubles.end());
  return all;
}

Pairs listed_union(Terms terms) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> listed;
  Pairs all{.is_dense = false, .row_count = 0, .rows = {}, .elements = {}};
  for (const FormTerm* term : terms) {
    const Pairs& pairs = term->pairs;
    all.row_count = std::max(all.row_count, pairs.row_count);
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      listed.emplace_back(pairs.row(p), pairs.element(p));
    }
  }
  std::ranges::sort(listed);
  const auto doubles = std::ranges::unique(listed);
  listed.erase(doubles.begin(), doubles.end());
  std::vector<std::uint32_t>& elements = all.elements.own();
  for (const auto& [row, element] : listed) {
    all.rows.push_back(row);
    elements.push_back(element);
  }
  return all;
}

// Of what is used in an unknown way only the relation matters: each pair once.
Pairs united(Terms terms) {
  const auto is_wide = [](const FormTerm* term) { return term->pairs.is_wide; };
  if (std::ranges::any_of(terms, is_wide)) return wide_union(terms);
  const auto is_as_first = [&](const FormTerm* term) {
    return term->pairs.is_dense && term->pairs.row_count == terms[0]->pairs.row_count;
  };
  const auto is_long = [](const FormTerm* term) { return is_too_long_for_a_list(*term); };
  const bool is_dense =
      std::ranges::any_of(terms, is_long) || std::ranges::all_of(terms, is_as_first);
  return is_dense ? dense_union(terms) : listed_union(terms);
}

// What is beside something wide of its variable, in the same number, adds nothing that is known.
bool is_absorbed(const Form& form, const FormTerm& term) {
  return std::ranges::any_of(form.terms, [&](const FormTerm& other) {
    return other.pairs.is_wide && other.variable == term.variable && other.pairs.row_count == 1 &&
           rows_before_end(term.pairs) == 1;
  });
}

void insert_term(Builder* builder, Form& form, FormTerm term) {
  if (is_absorbed(form, term)) blur(term);
  const auto same = std::ranges::find_if(form.terms, [&](const FormTerm& other) {
    return (term.kind == TermKind::kOther && other.kind == TermKind::kOther &&
            term.variable == other.variable) ||
           (builder != nullptr && can_merge(other, term));
  });
  if (same == form.terms.end()) {
    form.terms.push_back(std::move(term));
  } else if (term.kind == TermKind::kOther) {
    same->is_unfollowed = same->is_unfollowed || term.is_unfollowed;
    same->pairs = united(std::array<const FormTerm*, 2>{&*same, &term});
  } else {
    merge_into(*builder, *same, term);
    if (same->factor == 0.0) form.terms.erase(same);  // v - v
  }
}

// The place of a term of one element in row 0, by which another of it is found.
std::optional<std::uint64_t> key_of(const FormTerm& term) {
  if (term.kind != TermKind::kLinear && term.kind != TermKind::kLog) return std::nullopt;
  if (!is_single(term) || term.pairs.row(0) != 0) return std::nullopt;
  const std::uint64_t kind = term.kind == TermKind::kLog ? 1 : 0;
  return kind << 63U | std::uint64_t{term.variable} << 32U | term.pairs.element(0);
}

// Whether some of the terms are not found by their element, or change how others are added.
bool are_special(const std::vector<FormTerm>& terms) {
  return std::ranges::any_of(terms, [](const FormTerm& term) {
    return term.pairs.is_wide || (is_single(term) && term.pairs.row(0) != 0);
  });
}

// As one by one, but many terms of a long recurrence are not all compared with all.
void insert_terms(Builder& builder, Form& form, std::vector<FormTerm> terms) {
  constexpr std::size_t kMany = 16;
  if (terms.size() < kMany || are_special(form.terms) || are_special(terms)) {
    for (FormTerm& term : terms) insert_term(&builder, form, std::move(term));
    return;
  }
  std::unordered_map<std::uint64_t, std::size_t> places;
  for (std::size_t k = 0; k < form.terms.size(); ++k) {
    if (const auto key = key_of(form.terms[k])) places.try_emplace(*key, k);
  }
  std::vector<std::size_t> vanished;  // v - v
  for (FormTerm& term : terms) {
    const auto key = key_of(term);
    if (!key) {
      insert_term(&builder, form, std::move(term));
      continue;
    }
    const auto [at, is_new] = places.try_emplace(*key, form.terms.size());
    if (is_new) {
      form.terms.push_back(std::move(term));
      continue;
    }
    merge_into(builder, form.terms[at->second], term);
    if (form.terms[at->second].factor == 0.0) vanished.push_back(at->second);
  }
  std::ranges::sort(vanished, std::ranges::greater{});
  vanished.erase(std::unique(vanished.begin(), vanished.end()), vanished.end());
  for (const std::size_t k : vanished) {
    if (form.terms[k].factor == 0.0) {
      form.terms.erase(form.terms.begin() + static_cast<std::ptrdiff_t>(k));
    }
  }
}

// c v + d v is (c + d) v, of one element; others are somewhere in c and d.
std::optional<Form> added_multiples(Builder& builder, const Form& x, const Form& y) {
  if (!x.is_product || !y.is_product) return std::nullopt;
  for (const FormTerm& left : x.terms) {
    const auto right = std::ranges::find_if(y.terms, [&](const FormTerm& t) {
      return left.kind == TermKind::kLinear && can_merge(left, t);
    });
    if (right == y.terms.end()) continue;
    Form result{.terms = {left}, .is_product = true};
    merge_into(builder, result.terms[0], *right);
    for (const Form* form : {&x, &y}) {
      for (const FormTerm& term : form->terms) {
        if (&term == &left || &term == &*right) continue;
        for (FormTerm& other : blurred({.terms = {term}, .is_product = false}).terms) {
          insert_term(nullptr, result, std::move(other));
        }
      }
    }
    return result;
  }
  return std::nullopt;
}

}  // namespace

std::uint32_t slot_of(const Numbers& numbers, const Builder& builder, std::size_t p) {
  if (builder.shape(numbers.node).size() == 1) return 0;
  return numbers.slots.empty() ? as_u32(p) : numbers.slots[p];
}

Form without_exact_kinds(Form form) {
  for (FormTerm& term : form.terms) {
    if (term.kind == TermKind::kComplement || term.kind == TermKind::kOdds) {
      term.kind = TermKind::kOther;
    }
  }
  return form;
}

Form scaled(Builder& builder, Form form, NodeId k) {
  form = without_exact_kinds(std::move(form));
  const bool is_constant = builder.is_constant(k);
  for (FormTerm& term : form.terms) {
    if (term.kind == TermKind::kOther) continue;  // it has no coefficients to speak of
    if (is_constant) {
      scale_by_constant(builder, term, k);
    } else {
      scale_by_expression(builder, term, k);
    }
  }
  return form;
}

Form taken_where(Builder& builder, Form form, NodeId condition) {
  form = without_exact_kinds(std::move(form));
  form.is_product = form.is_free();
  for (FormTerm& term : form.terms) {
    if (term.kind == TermKind::kOther) continue;
    const std::size_t pairs = term.pairs.size();
    Numbers where{condition, {}};
    if (builder.shape(condition).size() != 1) where.slots = rows_of(term.pairs);
    const expr::Term is_taken = as_array(builder, where, pairs);
    if (!term.coefficient && builder.is_constant(condition)) {
      const expr::Term one_or_zero = expr::select(is_taken, 1.0, 0.0);
      scale_pairs(builder, term, Numbers{one_or_zero.id(), {}});
      continue;
    }
    const expr::Term coefficient = term.coefficient ? as_array(builder, *term.coefficient, pairs)
                                                    : expr::constant(builder, 1.0);
    term.coefficient = Numbers{expr::select(is_taken, coefficient, 0.0).id(), {}};
  }
  return form;
}

Form negated(Form form) {
  form = without_exact_kinds(std::move(form));
  for (FormTerm& term : form.terms) term.factor = -term.factor;
  form.is_product = form.is_free();
  return form;
}

namespace {
Form unfollowed(Form form) {
  form = blurred(std::move(form));
  for (FormTerm& term : form.terms) term.is_unfollowed = true;
  return form;
}
}  // namespace

Form added(Builder& builder, Form x, Form y) {
  x = without_exact_kinds(std::move(x));
  y = without_exact_kinds(std::move(y));
  if (y.is_free() || x.is_free()) {
    Form result = x.is_free() ? std::move(y) : std::move(x);
    result.is_product = result.is_free();
    return result;
  }
  if (std::optional<Form> sum = added_multiples(builder, x, y)) return *std::move(sum);
  x.is_product = false;
  if (std::max(x.terms.size(), y.terms.size()) > kMaxTermsOfScalar) {
    std::ranges::move(y.terms, std::back_inserter(x.terms));
    return unfollowed(std::move(x));
  }
  insert_terms(builder, x, std::move(y.terms));
  return x.terms.size() > kMaxTermsOfScalar ? unfollowed(std::move(x)) : x;
}

// All terms of a variable at once: one by one takes the square of the time.
Form blurred(Form form) {
  Form result{.terms = {}, .is_product = form.is_free()};
  std::map<std::uint32_t, std::vector<const FormTerm*>> by_variable;
  std::vector<std::uint32_t> in_order;
  for (FormTerm& term : form.terms) {
    blur(term);
    std::vector<const FormTerm*>& same = by_variable[term.variable];
    if (same.empty()) in_order.push_back(term.variable);
    same.push_back(&term);
  }
  for (const std::uint32_t variable : in_order) {
    const std::vector<const FormTerm*>& same = by_variable[variable];
    result.terms.push_back(*same[0]);
    for (const FormTerm* term : same) {
      if (term->is_unfollowed) result.terms.back().is_unfollowed = true;
    }
    if (same.size() > 1) result.terms.back().pairs = united(same);
  }
  return result;
}

namespace {

// Some pairs as a list.
Pairs some_pairs(const Pairs& pairs, std::span<const std::uint32_t> which) {
  Pairs some{.is_dense = false, .row_count = pairs.row_count, .rows = {}, .elements = {}};
  for (const std::uint32_t p : which) {
    some.rows.push_back(pairs.row(p));
    some.elements.push_back(pairs.element(p));
  }
  return some;
}

// A term with some of its pairs, whose numbers are found again by the pair.
FormTerm with_pairs(const FormTerm& term, const std::vector<std::uint32_t>& which) {
  FormTerm some = term;
  for (std::optional<Numbers>* numbers : {&some.multiplier, &some.coefficient}) {
    if (!*numbers) continue;
    std::vector<std::uint32_t> slots = which;
    if (!(*numbers)->slots.empty()) {
      for (std::uint32_t& slot : slots) slot = (*numbers)->slots[slot];
    }
    (*numbers)->slots = std::move(slots);
  }
  some.pairs = some_pairs(term.pairs, which);
  return some;
}

FormTerm blurred_pairs(FormTerm term, std::span<const std::uint32_t> which) {
  blur(term);
  if (term.pairs.is_dense || which.size() != term.pairs.size()) {
    term.pairs = some_pairs(term.pairs, which);
  }
  return term;
}

}  // namespace

Form blurred_within(Form form, const ElementSet& set) {
  Form result{.terms = {}, .is_product = false};
  for (FormTerm& term : form.terms) {
    std::vector<std::uint32_t> inside, outside;
    for (std::size_t p = 0; p < term.pairs.size(); ++p) {
      const bool is_inside = set.contains(term.variable, term.pairs.element(p));
      (is_inside ? inside : outside).push_back(as_u32(p));
    }
    if (inside.empty()) {
      insert_term(nullptr, result, std::move(term));
      continue;
    }
    // What is linear in the others stays so.
    std::optional<FormTerm> rest;
    if (!outside.empty()) rest = with_pairs(term, outside);
    insert_term(nullptr, result, blurred_pairs(std::move(term), inside));
    if (rest) insert_term(nullptr, result, *std::move(rest));
  }
  return result;
}

bool is_too_long_for_a_list(const FormTerm& term) {
  constexpr std::size_t kLongest = 4'000'000;
  return term.kind == TermKind::kOther && term.pairs.is_dense &&
         (term.pairs.is_wide || term.pairs.size() > kLongest);
}

Form spread(const Form& form, std::size_t n) {
  Form result{.terms = {}, .is_product = form.is_free()};
  for (const FormTerm& term : form.terms) {
    if (term.pairs.is_wide) {
      FormTerm wide = term;
      wide.pairs.row_count = n;
      insert_term(nullptr, result, std::move(wide));
      continue;
    }
    std::vector<std::uint32_t> elements(term.pairs.elements.begin(), term.pairs.elements.end());
    std::ranges::sort(elements);
    elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
    FormTerm wide;
    wide.kind = TermKind::kOther;
    wide.variable = term.variable;
    wide.is_unfollowed = term.is_unfollowed;
    wide.pairs = {.is_dense = true, .row_count = n, .rows = {}, .elements = std::move(elements)};
    insert_term(nullptr, result, std::move(wide));
  }
  return result;
}

}  // namespace autumn::collapse
