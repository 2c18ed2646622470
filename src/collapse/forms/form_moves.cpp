// This file moves the rows of forms.
#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "base/numbers.h"
#include "collapse/forms/form_terms.h"

namespace autumn::collapse {
namespace {

// The pairs `which`, with new rows.
std::optional<Numbers> selected(const Builder& builder, const std::optional<Numbers>& numbers,
                                std::span<const std::uint32_t> which) {
  if (!numbers || builder.shape(numbers->node).size() == 1) return numbers;
  Numbers result{numbers->node, {}};
  result.slots.reserve(which.size());
  for (const std::uint32_t p : which) {
    result.slots.push_back(numbers->slots.empty() ? p : numbers->slots[p]);
  }
  return result;
}

FormTerm selected(const Builder& builder, const FormTerm& term,
                  std::span<const std::uint32_t> which) {
  FormTerm result;
  result.kind = term.kind;
  result.exponent = term.exponent;
  result.power = term.power;
  result.variable = term.variable;
  result.factor = term.factor;
  result.multiplier = selected(builder, term.multiplier, which);
  result.coefficient = selected(builder, term.coefficient, which);
  result.is_unfollowed = term.is_unfollowed;
  return result;
}

// Pair numbers by row: the pairs of row r are order[start[r]] ... order[start[r + 1] - 1].
struct ByRow {
  std::vector<std::uint32_t> start;
  std::vector<std::uint32_t> order;
};

ByRow by_row(const Pairs& pairs, std::size_t row_count) {
  ByRow result{std::vector<std::uint32_t>(row_count + 1, 0), {}};
  for (const std::uint32_t r : pairs.rows) ++result.start[r + 1];
  std::partial_sum(result.start.begin(), result.start.end(), result.start.begin());
  result.order.resize(pairs.rows.size());
  std::vector<std::uint32_t> next(result.start.begin(), result.start.end() - 1);
  for (std::size_t p = 0; p < pairs.rows.size(); ++p) {
    result.order[next[pairs.rows[p]]++] = as_u32(p);
  }
  return result;
}

FormTerm gathered_dense(const Builder& builder, const FormTerm& term,
                        std::span<const std::uint32_t> source) {
  std::vector<std::uint32_t> which;
  if (term.multiplier || term.coefficient) {
    which.reserve(source.size() * term.pairs.elements.size());
    for (std::size_t j = 0; j < term.pairs.elements.size(); ++j) {
      for (const std::uint32_t r : source) which.push_back(as_u32(r + j * term.pairs.row_count));
    }
  }
  FormTerm result = selected(builder, term, which);
  result.pairs = {.is_dense = true,
                  .row_count = source.size(),
                  .rows = {},
                  .elements = term.pairs.elements,
                  .is_wide = term.pairs.is_wide};
  return result;
}

// Few of the rows of a long list, as the steps of a loop read them.
FormTerm gathered_few(const Builder& builder, const FormTerm& term,
                      std::span<const std::uint32_t> source) {
  std::vector<std::uint32_t> which;
  Pairs pairs;
  pairs.row_count = source.size();
  for (std::size_t i = 0; i < source.size(); ++i) {
    const auto at = std::ranges::lower_bound(term.pairs.rows, source[i]);
    if (at == term.pairs.rows.end() || *at != source[i]) continue;
    which.push_back(as_u32(static_cast<std::size_t>(at - term.pairs.rows.begin())));
    pairs.rows.push_back(as_u32(i));
    pairs.elements.push_back(term.pairs.elements[which.back()]);
  }
  FormTerm result = selected(builder, term, which);
  result.pairs = std::move(pairs);
  return result;
}

FormTerm gathered_list(const Builder& builder, const FormTerm& term,
                       std::span<const std::uint32_t> source, std::size_t row_count) {
  constexpr std::size_t kFew = 16;  // that many times fewer
  const std::size_t by_all = std::max(term.pairs.rows.size(), row_count);
  if (term.pairs.is_rising && kFew * source.size() < by_all) {
    return gathered_few(builder, term, source);
  }
  const ByRow rows = by_row(term.pairs, row_count);
  std::vector<std::uint32_t> which;
  Pairs pairs;
  pairs.row_count = source.size();
  for (std::size_t i = 0; i < source.size(); ++i) {
    for (std::uint32_t q = rows.start[source[i]]; q < rows.start[source[i] + 1]; ++q) {
      which.push_back(rows.order[q]);
      pairs.rows.push_back(as_u32(i));
      pairs.elements.push_back(term.pairs.elements[rows.order[q]]);
    }
  }
  pairs.is_rising =
      std::ranges::adjacent_find(pairs.rows, std::ranges::greater_equal{}) == pairs.rows.end();
  FormTerm result = selected(builder, term, which);
  result.pairs = std::move(pairs);
  return result;
}

}  // namespace

Form gathered(const Builder& builder, const Form& form, std::span<const std::uint32_t> source,
              std::size_t row_count) {
  Form result{.terms = {}, .is_product = form.is_product};
  for (const FormTerm& term : form.terms) {
    FormTerm moved = term.pairs.is_dense ? gathered_dense(builder, term, source)
                                         : gathered_list(builder, term, source, row_count);
    if (moved.pairs.size() != 0) result.terms.push_back(std::move(moved));
  }
  return result;
}

Form scattered(const Builder& builder, const Form& form, std::span<const std::uint32_t> target) {
  Form result{.terms = {}, .is_product = false};
  for (const FormTerm& term : form.terms) {
    if (is_too_long_for_a_list(term)) {
      FormTerm wide = term;
      wide.pairs.row_count = target.empty() ? 0 : 1 + *std::ranges::max_element(target);
      result.terms.push_back(std::move(wide));
      continue;
    }
    std::vector<std::uint32_t> all(term.pairs.size());
    std::iota(all.begin(), all.end(), 0U);
    FormTerm moved = selected(builder, term, all);
    for (const std::uint32_t p : all) {
      moved.pairs.rows.push_back(target[term.pairs.row(p)]);
      moved.pairs.elements.push_back(term.pairs.element(p));
    }
    result.terms.push_back(std::move(moved));
  }
  result.terms = with_united_others(std::move(result.terms));
  return result;
}

Form repeated(const Builder& builder, const Form& form, std::size_t n) {
  const std::vector<std::uint32_t> source(n, 0);
  Form dense = form;
  for (FormTerm& term : dense.terms) {
    term.pairs.is_dense = true;
    term.pairs.row_count = 1;
    term.pairs.rows.clear();
  }
  return gathered(builder, dense, source, 1);
}

}  // namespace autumn::collapse
