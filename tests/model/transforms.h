// This header has declared variables of every support and their graphs, for the tests of
// transforms.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "base/numbers.h"
#include "base/random.h"
#include "expr/interpret.h"
#include "expr/term.h"
#include "model/constrain.h"
#include "model/unconstrain.h"

namespace autumn::model::testing {

using expr::Array;
using expr::Builder;
using expr::Shape;
using expr::Term;
using Dims = std::vector<std::size_t>;
using Numbers = std::vector<double>;

// A variable with constant bounds: none, one number, or one per element.
struct Declared {
  SupportKind kind = SupportKind::kReal;
  Dims dims;
  SupportValues bounds = {};

  [[nodiscard]] Variable variable() const {
    return {.name = "x", .dims = dims, .support = {.kind = kind}, .node = {}, .where = {}};
  }
  [[nodiscard]] std::size_t free_size() const { return unconstrained_size(kind, dims); }
  [[nodiscard]] std::string name() const {
    return fmt::format("{}[{}] of bounds {} {}", name_of(kind), fmt::join(dims, ","),
                       fmt::join(bounds.lower, " "), fmt::join(bounds.upper, " "));
  }
};

// How a variable falls into items of rows x cols.
struct Layout {
  std::size_t count = 1;
  std::size_t rows = 1;
  std::size_t cols = 1;
};

inline Layout layout_of(const Declared& declared) {
  const std::size_t rank = item_rank(declared.kind);
  Layout layout;
  for (std::size_t i = 0; i + rank < declared.dims.size(); ++i) layout.count *= declared.dims[i];
  if (rank > 0) layout.rows = declared.dims[declared.dims.size() - rank];
  if (rank > 1) layout.cols = declared.dims.back();
  return layout;
}

inline std::optional<Term> bound_term(Builder& builder, const Numbers& bound, const Shape& shape) {
  if (bound.empty()) return std::nullopt;
  return Term(builder, builder.constant(bound.size() == 1 ? Shape::scalar() : shape, bound));
}

// Over the input `free`: outputs {value, log Jacobian}.
inline Graph transform_graph(const Declared& declared) {
  Builder builder;
  const Shape shape = node_shape(declared.dims);
  const Term free(builder, builder.input("free", Shape::vector(declared.free_size())));
  const SupportTerms support{.lower = bound_term(builder, declared.bounds.lower, shape),
                             .upper = bound_term(builder, declared.bounds.upper, shape),
                             .offset = bound_term(builder, declared.bounds.offset, shape),
                             .multiplier = bound_term(builder, declared.bounds.multiplier, shape)};
  const Constrained constrained = constrain(declared.variable(), support, free);
  return std::move(builder).finish({constrained.value.id(), constrained.log_jacobian.id()});
}

struct Values {
  Numbers value;
  double log_jacobian = 0.0;
};

inline Values evaluate(const Graph& graph, const Numbers& free) {
  const std::vector<Array> inputs{{Shape::vector(free.size()), free}};
  const std::vector<Array> outputs = interpret(graph, inputs);
  return {outputs[0].numbers, outputs[1].numbers[0]};
}

inline Values transform(const Declared& declared, const Numbers& free) {
  return evaluate(transform_graph(declared), free);
}

// Item `i` of the values of an array, in storage order.
inline Numbers item_of(const Numbers& values, std::size_t count, std::size_t i) {
  Numbers item;
  for (std::size_t e = i; e < values.size(); e += count) item.push_back(values[e]);
  return item;
}

inline Numbers uniform_numbers(Random& random, std::size_t count, double low, double high) {
  Numbers numbers(count);
  for (double& x : numbers) x = low + (high - low) * random.uniform();
  return numbers;
}

inline std::vector<Declared> scalar_supports() {
  const Numbers per_element{-1.5, 0.0, 2.0, 7.0, -40.0, 0.25};
  const Numbers above{0.5, 1.0, 2.5, 70.0, 40.0, 0.375};
  const Numbers mixed_lower{-kInfinity, 0.0, -kInfinity, 7.0, -kInfinity, -1.0};
  const Numbers mixed_upper{kInfinity, 1.0, 3.0, kInfinity, kInfinity, 2.0};
  const Numbers scales{0.5, 2.0, 1.0, 30.0, 0.01, 4.0};
  using enum SupportKind;
  std::vector<Declared> all;
  for (const Dims& dims : {Dims{}, Dims{4}, Dims{2, 3}, Dims{2, 2, 2}, Dims{0}}) {
    all.push_back({kReal, dims});
    all.push_back({kReal, dims, {.offset = {3.0}}});
    all.push_back({kReal, dims, {.offset = {-2.0}, .multiplier = {0.1}}});
    all.push_back({kLower, dims, {.lower = {0.0}}});
    all.push_back({kLower, dims, {.lower = {-kInfinity}}});
    all.push_back({kUpper, dims, {.upper = {-2.5}}});
    all.push_back({kUpper, dims, {.upper = {kInfinity}}});
    all.push_back({kInterval, dims, {.lower = {0.0}, .upper = {1.0}}});
    all.push_back({kInterval, dims, {.lower = {-3.0}, .upper = {kInfinity}}});
    all.push_back({kInterval, dims, {.lower = {-kInfinity}, .upper = {5.0}}});
    all.push_back({kInterval, dims, {.lower = {-kInfinity}, .upper = {kInfinity}}});
  }
  for (const Dims& dims : {Dims{6}, Dims{2, 3}, Dims{1, 2, 3}}) {
    all.push_back({kReal, dims, {.offset = per_element, .multiplier = scales}});
    all.push_back({kLower, dims, {.lower = per_element}});
    all.push_back({kLower, dims, {.lower = mixed_lower}});
    all.push_back({kUpper, dims, {.upper = above}});
    all.push_back({kUpper, dims, {.upper = mixed_upper}});
    all.push_back({kInterval, dims, {.lower = per_element, .upper = above}});
    all.push_back({kInterval, dims, {.lower = {-100.0}, .upper = above}});
    all.push_back({kInterval, dims, {.lower = mixed_lower, .upper = mixed_upper}});
    all.push_back({kInterval, dims, {.lower = {-kInfinity}, .upper = mixed_upper}});
  }
  return all;
}

inline std::vector<Declared> item_supports() {
  using enum SupportKind;
  std::vector<Declared> all;
  for (const Dims& plate : {Dims{}, Dims{4}, Dims{2, 3}, Dims{0}}) {
    const auto add = [&](SupportKind kind, const Dims& item) {
      Dims dims = plate;
      dims.insert(dims.end(), item.begin(), item.end());
      all.push_back({kind, dims});
    };
    for (const std::size_t n : {1u, 2u, 3u, 5u}) {
      for (const auto kind : {kSimplex, kOrdered, kPositiveOrdered, kUnitVector, kSumToZero}) {
        add(kind, {n});
      }
      for (const auto kind : {kCholeskyCorr, kCholeskyCov, kCorrMatrix, kCovMatrix}) {
        add(kind, {n, n});
      }
    }
    for (const auto kind : {kSimplex, kSumToZero}) add(kind, {13});
    for (const auto kind : {kOrdered, kPositiveOrdered}) add(kind, {0});
    for (const auto kind : {kCholeskyCorr, kCholeskyCov, kCorrMatrix, kCovMatrix}) {
      add(kind, {0, 0});
    }
    add(kCholeskyCov, {4, 2});
    add(kCholeskyCov, {3, 1});
    for (const Dims& item : {Dims{1, 1}, Dims{1, 3}, Dims{3, 1}, Dims{2, 2}, Dims{3, 4}}) {
      add(kColumnStochastic, item);
      add(kSumToZeroMatrix, item);
    }
  }
  return all;
}

inline std::vector<Declared> all_supports() {
  std::vector<Declared> all = scalar_supports();
  for (Declared& declared : item_supports()) all.push_back(std::move(declared));
  return all;
}

}  // namespace autumn::model::testing
