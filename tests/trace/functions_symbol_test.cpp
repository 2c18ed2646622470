// These tests check functions of symbols: the graph they build computes what the function does
// with numbers, and has the right slopes.
#include <cmath>
#include <set>

#include "functions_symbol_cases.h"
#include "passes/differentiate.h"

namespace autumn::trace {
namespace {

using stan::Base;

bool is_real(const Value& x) {
  return x.type().base != Base::kInt;
}

std::string text_of(const SymbolCase& c) {
  std::string text = c.name + '(';
  for (const Value& x : c.arguments) text += describe(x) + ", ";
  return text + ')';
}

// How the real arguments of a call are given.
enum class Form { kNodes, kElements, kFirstOnly, kLastOnly };

// A call with symbols, as a graph: outputs are the value and, for its slopes, a weighted sum.
struct TracedCall {
  Value value;
  expr::Graph graph;
  std::vector<expr::Array> inputs;
};

bool is_symbolic(const SymbolCase& c, std::size_t k, Form form) {
  if (!is_real(c.arguments[k])) return false;
  const auto others = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      if (is_real(c.arguments[i])) return true;
    }
    return false;
  };
  if (form == Form::kFirstOnly) return !others(0, k);
  if (form == Form::kLastOnly) return !others(k + 1, c.arguments.size());
  return true;
}

Value symbol_like(Bench& bench, const Value& x, Form form, NodeId node) {
  const Value symbol = Value::symbol(x.type(), x.dims(), node);
  if (form != Form::kElements || x.size() == 0) return symbol;
  std::vector<NodeId> elements;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto place = expr::Index::range(static_cast<std::uint32_t>(i), 1);
    elements.push_back(bench.builder.gather(node, place, expr::Shape::scalar()));
  }
  return Value::elements(x.type(), x.dims(), std::move(elements));
}

// Weights that tell the elements of a result apart.
Numbers weights_for(std::size_t n) {
  Numbers weights(n);
  for (std::size_t i = 0; i < n; ++i) weights[i] = 1.0 + 0.37 * static_cast<double>(i % 7);
  return weights;
}

TracedCall trace(const SymbolCase& c, Form form) {
  Bench bench;
  TracedCall traced;
  std::vector<Value> arguments;
  for (std::size_t k = 0; k < c.arguments.size(); ++k) {
    const Value& x = c.arguments[k];
    if (!is_symbolic(c, k, form)) {
      arguments.push_back(x);
      continue;
    }
    const expr::Shape shape = node_shape(x.dims());
    traced.inputs.push_back({shape, {x.numbers().begin(), x.numbers().end()}});
    const NodeId node = bench.builder.input("x" + std::to_string(k), shape);
    arguments.push_back(symbol_like(bench, x, form, node));
  }
  traced.value = bench.call(c.name, arguments);
  const NodeId node = bench.machine.node(traced.value);
  const expr::Term value(bench.builder, node);
  const expr::Term weights(bench.builder, bench.builder.constant(expr::Shape::vector(value.size()),
                                                                 weights_for(value.size())));
  const expr::Term total = sum(weights * reshape(value, weights.shape()));
  traced.graph = std::move(bench.builder).finish({total.id(), node});
  return traced;
}

double weighted_sum(const SymbolCase& c) {
  const Value value = call(c.name, c.arguments);
  const Numbers weights = weights_for(value.size());
  double total = 0;
  for (std::size_t i = 0; i < value.size(); ++i) total += weights[i] * value.numbers()[i];
  return total;
}

TEST(SymbolicFunctions, ComputeWhatTheyDoWithNumbers) {
  for (const SymbolCase& c : symbol_cases()) {
    const Value expected = call(c.name, c.arguments);
    for (const Form form : {Form::kNodes, Form::kElements, Form::kFirstOnly, Form::kLastOnly}) {
      const TracedCall traced = trace(c, form);
      EXPECT_EQ(traced.value.dims(), expected.dims()) << text_of(c);
      EXPECT_EQ(traced.value.type(), expected.type()) << text_of(c);
      const auto outputs = interpret(traced.graph, traced.inputs);
      EXPECT_EQ(outputs[1].shape, node_shape(expected.dims())) << text_of(c);
      expect_near(outputs[1].numbers, {expected.numbers().begin(), expected.numbers().end()}, 1e-12,
                  text_of(c));
    }
  }
}

// The same call with one number changed; a symmetric matrix stays symmetric.
SymbolCase changed(const SymbolCase& c, std::size_t k, std::size_t i, double step) {
  SymbolCase result = c;
  Value& x = result.arguments[k];
  x.writable_numbers()[i] += step;
  return result;
}

double difference_slope(const SymbolCase& c, std::size_t k, std::size_t i) {
  constexpr double kStep = 1e-3;
  // Richardson's extrapolation of central differences, error of order h^6.
  const auto central = [&](double h) {
    return (weighted_sum(changed(c, k, i, h)) - weighted_sum(changed(c, k, i, -h))) / (2 * h);
  };
  const double a = central(kStep);
  const double b = central(kStep / 2);
  const double d = central(kStep / 4);
  const double ab = b + (b - a) / 3;
  const double bd = d + (d - b) / 3;
  return bd + (bd - ab) / 15;
}

// Functions of symmetric matrices refuse others, so single elements cannot be changed.
bool wants_symmetric(const SymbolCase& c) {
  static const std::set<std::string> names{
      "quad_form_sym",   "mdivide_left_spd", "mdivide_right_spd",  "inverse_spd",
      "eigenvalues_sym", "eigenvectors_sym", "cholesky_decompose", "log_determinant_spd"};
  return names.contains(c.name);
}

TEST(SymbolicFunctions, HaveTheRightSlopes) {
  for (const SymbolCase& c : symbol_cases()) {
    if (!c.is_smooth || wants_symmetric(c)) continue;
    const TracedCall traced = trace(c, Form::kNodes);
    const auto gradient = passes::differentiate(traced.graph);
    const auto outputs = interpret(gradient.graph, traced.inputs);
    std::size_t slot = 0;
    for (std::size_t k = 0; k < c.arguments.size(); ++k) {
      if (!is_real(c.arguments[k])) continue;
      ++slot;
      for (std::size_t i = 0; i < c.arguments[k].size(); ++i) {
        const double slope = difference_slope(c, k, i);
        EXPECT_TRUE(is_near(outputs[slot].numbers[i], slope, 1e-7))
            << text_of(c) << " argument " << k << ", element " << i << ": "
            << outputs[slot].numbers[i] << " but should be " << slope;
      }
    }
  }
}

// Along symmetric directions, where all of them are defined.
TEST(SymbolicFunctions, HaveTheRightSlopesAlongSymmetricMatrices) {
  for (const SymbolCase& c : symbol_cases()) {
    if (!wants_symmetric(c)) continue;
    const TracedCall traced = trace(c, Form::kNodes);
    const auto gradient = passes::differentiate(traced.graph);
    const auto outputs = interpret(gradient.graph, traced.inputs);
    for (std::size_t k = 0; k < c.arguments.size(); ++k) {
      if (c.arguments[k].size() != 9) continue;
      for (std::size_t i = 0; i < 9; ++i) {
        const std::size_t turned = i / 3 + 3 * (i % 3);
        constexpr double kStep = 1e-4;
        const auto at = [&](double h) {
          SymbolCase moved = changed(c, k, i, h);
          return weighted_sum(turned == i ? moved : changed(moved, k, turned, h));
        };
        const double slope =
            (8 * (at(kStep) - at(-kStep)) - (at(2 * kStep) - at(-2 * kStep))) / (12 * kStep);
        const Numbers& g = outputs[1 + k].numbers;
        EXPECT_TRUE(is_near(turned == i ? g[i] : g[i] + g[turned], slope, 1e-7))
            << text_of(c) << " element " << i << ": " << g[i] + g[turned] << ", not " << slope;
      }
    }
  }
}

TEST(SymbolicFunctions, SayWhatNobodyDecides) {
  Bench bench;
  const NodeId node = bench.builder.input("x", expr::Shape::vector(3));
  const Value x = Value::symbol({Base::kVector, 0}, {3}, node);
  try {
    static_cast<void>(bench.call("sort_indices_asc", {x}));
    FAIL() << "it did not fail";
  } catch (const RuntimeError& error) {
    EXPECT_EQ(error.message, "an order depends on a parameter");
    EXPECT_TRUE(error.is_undecided);
  }
}

TEST(BuiltinFunctions, HaveOneEntryEach) {
  std::set<std::string_view> names;
  for (const auto& group : {elementwise_functions(), array_functions(), matrix_functions(),
                            distribution_functions(), higher_order_functions()}) {
    for (const BuiltinEntry& entry : group) {
      EXPECT_TRUE(names.insert(entry.name).second) << entry.name << " is there twice";
      EXPECT_EQ(find_builtin(entry.name)->function, entry.function);
    }
  }
  for (const auto& group : {elementwise_functions(), array_functions(), matrix_functions()}) {
    for (const BuiltinEntry& entry : group) {
      EXPECT_FALSE(stan::lookup(entry.name).empty()) << entry.name << " has no signature";
    }
  }
  EXPECT_EQ(find_builtin("no_such_function"), nullptr);
}

TEST(BuiltinFunctions, AreSuggestedWhenTheNameIsNear) {
  EXPECT_EQ(nearest_builtin("append_cols"), "the nearest supported function is `append_col`");
  EXPECT_EQ(nearest_builtin("quite_another_thing"), "");
}

// Those below work with known numbers only, take none, or are tried elsewhere (conditions_test.cpp,
// tests/signatures).
TEST(BuiltinFunctions, AreTriedWithSymbols) {
  const std::set<std::string_view> not_here{"pi",
                                            "e",
                                            "sqrt2",
                                            "not_a_number",
                                            "positive_infinity",
                                            "negative_infinity",
                                            "machine_precision",
                                            "to_int",
                                            "choose",
                                            "quantile",
                                            "sort_indices_asc",
                                            "sort_indices_desc",
                                            "rank",
                                            "zeros_vector",
                                            "zeros_row_vector",
                                            "zeros_array",
                                            "zeros_int_array",
                                            "ones_vector",
                                            "ones_row_vector",
                                            "ones_array",
                                            "ones_int_array",
                                            "uniform_simplex",
                                            "one_hot_vector",
                                            "one_hot_row_vector",
                                            "one_hot_array",
                                            "one_hot_int_array",
                                            "linspaced_vector",
                                            "linspaced_row_vector",
                                            "linspaced_array",
                                            "linspaced_int_array",
                                            "identity_matrix",
                                            "csr_extract_w",
                                            "csr_extract_v",
                                            "csr_extract_u",
                                            "hmm_hidden_state_prob",
                                            "hmm_latent_rng",
                                            "modulus",
                                            "cholesky_factor_corr_unconstrain",
                                            "cholesky_factor_cov_unconstrain",
                                            "corr_matrix_unconstrain",
                                            "cov_matrix_unconstrain"};
  std::set<std::string> tried;
  for (const SymbolCase& c : symbol_cases()) tried.insert(c.name);
  for (const auto& group : {elementwise_functions(), array_functions(), matrix_functions()}) {
    for (const BuiltinEntry& entry : group) {
      // What they add to the log density is in transform_test.cpp.
      if (entry.name.ends_with("_jacobian")) continue;
      EXPECT_NE(tried.contains(std::string(entry.name)), not_here.contains(entry.name))
          << entry.name;
    }
  }
}

}  // namespace
}  // namespace autumn::trace
