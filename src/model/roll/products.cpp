// This file finds sums of elements times data, and rebuilds the graph with their canonical form.
#include "model/roll/products.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "expr/builder.h"
#include "model/roll/emit.h"
#include "model/roll/sums.h"

namespace autumn::model {
namespace {

using expr::Builder;
using expr::Index;
using expr::Op;
using expr::Shape;

// coefficient * array[element], where the coefficient is constant.
struct ElementTerm {
  NodeId coefficient;
  NodeId array;
  std::uint32_t element = 0;
  Signed term;
};

// One product of a sum: a matrix product as it stands, or element terms of one array.
struct Product {
  Signed matmul{};
  std::vector<ElementTerm> elements{};
};

struct Sum {
  std::vector<Signed> scalars{};
  std::vector<Signed> vectors{};
  std::vector<Product> products{};
  std::unordered_map<std::uint32_t, std::size_t> product_of_array{};
};

// coefficient * array[element], in either order.
std::optional<ElementTerm> match_element(const Graph& graph, Signed term) {
  if (graph.op(term.node) != Op::kMul) return std::nullopt;
  for (std::size_t k = 0; k < 2; ++k) {
    const NodeId coefficient = graph.operand(term.node, k);
    const NodeId element = graph.operand(term.node, 1 - k);
    if (!graph.is_constant(coefficient) || graph.op(element) != Op::kGather) continue;
    if (!graph.shape(element).is_scalar()) continue;
    return ElementTerm{coefficient, graph.operand(element, 0), graph.index(element)[0], term};
  }
  return std::nullopt;
}

class Products {
 public:
  explicit Products(const Model& model)
      : model_(model), graph_(model.graph), is_inner_(inner_sums(graph_, roots(model))) {}

  [[nodiscard]] Model rebuild();

 private:
  [[nodiscard]] bool is_top(NodeId id) const;
  [[nodiscard]] std::optional<Sum> match(NodeId top) const;
  static void add_element(Sum& sum, const ElementTerm& element);
  void return_to_rest(Sum& sum) const;

  void copy(NodeId root);
  void push_needed(NodeId id, std::vector<NodeId>& stack);
  [[nodiscard]] NodeId make(NodeId id);
  [[nodiscard]] NodeId make_sum(const Sum& sum);
  [[nodiscard]] Signed make_product(const Product& product);

  const Model& model_;
  const Graph& graph_;
  std::vector<bool> is_inner_;
  Builder to_;
  std::unordered_map<std::uint32_t, Sum> sums_;
  std::vector<NodeId> copies_;
  std::vector<std::uint8_t> states_;
};

bool Products::is_top(NodeId id) const {
  return is_sum(graph_.op(id)) && graph_.shape(id).is_vector() && !is_inner_[id.value];
}

void Products::add_element(Sum& sum, const ElementTerm& element) {
  const auto [it, is_new] =
      sum.product_of_array.try_emplace(element.array.value, sum.products.size());
  if (is_new) sum.products.emplace_back();
  sum.products[it->second].elements.push_back(element);
}

// Elements that make no matrix with at least two columns and more than one row stay terms.
void Products::return_to_rest(Sum& sum) const {
  std::erase_if(sum.products, [&](const Product& product) {
    if (product.elements.empty()) return false;
    const bool has_vector = std::ranges::any_of(product.elements, [&](const ElementTerm& e) {
      return graph_.shape(e.coefficient).is_vector();
    });
    if (has_vector && product.elements.size() > 1) return false;
    for (const ElementTerm& e : product.elements) {
      (graph_.shape(e.term.node).is_scalar() ? sum.scalars : sum.vectors).push_back(e.term);
    }
    return true;
  });
}

std::optional<Sum> Products::match(NodeId top) const {
  Sum sum;
  for (const Signed& term : terms_of(graph_, top, is_inner_)) {
    if (graph_.op(term.node) == Op::kMatmul) {
      sum.products.emplace_back().matmul = term;
    } else if (const auto element = match_element(graph_, term)) {
      add_element(sum, *element);
    } else if (graph_.shape(term.node).is_scalar()) {
      sum.scalars.push_back(term);
    } else {
      sum.vectors.push_back(term);
    }
  }
  return_to_rest(sum);
  if (sum.products.empty()) return std::nullopt;
  // Accumulators start from 0.
  std::erase_if(sum.scalars, [&](const Signed& term) {
    return graph_.is_constant(term.node) && graph_.constant(term.node)[0] == 0.0;
  });
  std::ranges::sort(sum.scalars, {}, &Signed::place);
  std::ranges::sort(sum.vectors, {}, &Signed::place);
  return sum;
}

void Products::push_needed(NodeId id, std::vector<NodeId>& stack) {
  std::vector<NodeId> needed;
  const auto sum = is_top(id) ? match(id) : std::nullopt;
  if (sum) {
    for (const Signed& term : sum->scalars) needed.push_back(term.node);
    for (const Signed& term : sum->vectors) needed.push_back(term.node);
    for (const Product& product : sum->products) {
      needed.push_back(product.elements.empty() ? product.matmul.node : product.elements[0].array);
    }
    sums_.emplace(id.value, *sum);
  } else {
    const auto operands = graph_.operands(id);
    needed.assign(operands.begin(), operands.end());
  }
  stack.insert(stack.end(), needed.rbegin(), needed.rend());
}

void Products::copy(NodeId root) {
  std::vector<NodeId> stack{root};
  while (!stack.empty()) {
    const NodeId id = stack.back();
    std::uint8_t& state = states_[id.value];
    if (state == 0) {
      state = 1;
      push_needed(id, stack);
      continue;
    }
    stack.pop_back();
    if (state == 2) continue;
    copies_[id.value] = make(id);
    state = 2;
  }
}

NodeId Products::make(NodeId id) {
  const auto sum = sums_.find(id.value);
  if (sum != sums_.end()) return make_sum(sum->second);
  std::vector<NodeId> operands;
  for (const NodeId operand : graph_.operands(id)) operands.push_back(copies_[operand.value]);
  return to_.copy(graph_, id, operands);
}

NodeId Products::make_sum(const Sum& sum) {
  std::vector<Signed> terms;
  for (const Signed& term : sum.scalars)
    terms.push_back({copies_[term.node.value], term.is_negative});
  for (const Signed& term : sum.vectors)
    terms.push_back({copies_[term.node.value], term.is_negative});
  for (const Product& product : sum.products) terms.push_back(make_product(product));
  return emit_sum(to_, terms);
}

// Columns by element; their signs go into the matrix unless all are negative.
Signed Products::make_product(const Product& product) {
  if (product.elements.empty()) {
    return {copies_[product.matmul.node.value], product.matmul.is_negative};
  }
  std::vector<ElementTerm> elements = product.elements;
  std::ranges::stable_sort(elements, {}, &ElementTerm::element);
  const bool is_negative = std::ranges::all_of(
      elements, [](const ElementTerm& element) { return element.term.is_negative; });
  std::size_t rows = 1;
  for (const ElementTerm& e : elements) rows = std::max(rows, graph_.shape(e.coefficient).size());
  std::vector<double> numbers;
  std::vector<std::uint32_t> indices;
  for (const ElementTerm& e : elements) {
    const auto column = graph_.constant(e.coefficient);
    const double sign = e.term.is_negative && !is_negative ? -1.0 : 1.0;
    for (std::size_t i = 0; i < rows; ++i) {
      numbers.push_back(sign * column[column.size() == 1 ? 0 : i]);
    }
    indices.push_back(e.element);
  }
  const NodeId matrix = to_.constant(Shape::matrix(rows, elements.size()), numbers);
  const NodeId vector =
      emit_gather(to_, copies_[elements[0].array.value], Index::list(std::move(indices)),
                  Shape::vector(elements.size()));
  return {to_.apply(Op::kMatmul, {matrix, vector}), is_negative};
}

Model Products::rebuild() {
  to_.declare_inputs(graph_);
  copies_.resize(graph_.size());
  states_.assign(graph_.size(), 0);
  for (const NodeId root : roots(model_)) copy(root);
  return with_graph(model_, std::move(to_).finish({}), copies_);
}

}  // namespace

Model with_products(const Model& model) {
  return Products(model).rebuild();
}

}  // namespace autumn::model
