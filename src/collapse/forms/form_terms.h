// This header declares the algebra of the terms of forms: moving rows, scaling, adding.
#pragma once

#include <span>

#include "collapse/forms/form.h"

namespace autumn::collapse {

// The number a pair reads.
[[nodiscard]] std::uint32_t slot_of(const Numbers& numbers, const Builder& builder, std::size_t p);

// After any arithmetic 1 - v is no longer exactly that, nor are the odds v / (1 - v): they are in
// the form in an unknown way.
[[nodiscard]] Form without_exact_kinds(Form form);
// Every term times node k, which has one number per row or is a scalar. k must be free.
[[nodiscard]] Form scaled(Builder& builder, Form form, NodeId k);
[[nodiscard]] Form negated(Form form);
// Every term where the condition, one number per row or a scalar, is not 0; elsewhere nothing.
[[nodiscard]] Form taken_where(Builder& builder, Form form, NodeId condition);
// The sum of two forms of equally many rows.
[[nodiscard]] Form added(Builder& builder, Form x, Form y);
// Row i of the result is row source[i].
[[nodiscard]] Form gathered(const Builder& builder, const Form& form,
                            std::span<const std::uint32_t> source, std::size_t row_count);
// Row i of the form goes to row target[i] of the result, adding up.
[[nodiscard]] Form scattered(const Builder& builder, const Form& form,
                             std::span<const std::uint32_t> target);
// A single row as each of n.
[[nodiscard]] Form repeated(const Builder& builder, const Form& form, std::size_t n);
// Fewer terms that say the same: one of each variable for what is in it in an unknown way; and one
// for what is linear.
[[nodiscard]] std::vector<FormTerm> with_united_others(std::vector<FormTerm> terms);
[[nodiscard]] std::vector<FormTerm> merged(Builder& builder, std::vector<FormTerm> terms);
// Elements of the set in an unknown way, the others as they were.
[[nodiscard]] Form blurred_within(Form form, const ElementSet& set);
// The same elements, in an unknown way, in the same rows.
[[nodiscard]] Form blurred(Form form);
// Whether a term is of so many elements in so many rows, in an unknown way, that it stays with all
// rows wherever it goes (to say that it is in more rows than it is refuses more, and nothing else).
[[nodiscard]] bool is_too_long_for_a_list(const FormTerm& term);
// The same elements, in an unknown way, in each of n rows.
[[nodiscard]] Form spread(const Form& form, std::size_t n);

// Of a product of a free matrix with rows of a form; see form_products.cpp.
struct MatrixTimes {
  NodeId matrix;        // m x k
  bool is_transposed;   // use its transpose: k x m stored
  std::size_t rows;     // m
  std::size_t inner;    // k
  std::size_t columns;  // of the form (inner x columns) and of the result (rows x columns)
};
[[nodiscard]] Form times_from_left(Builder& builder, const MatrixTimes& times, const Form& form);

}  // namespace autumn::collapse
