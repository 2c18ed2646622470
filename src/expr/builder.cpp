// This file builds graphs, with hash-consing and constant folding.
#include "expr/builder.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <utility>

#include "expr/hash.h"
#include "expr/infer.h"
#include "expr/operation.h"

namespace autumn::expr {

// Everything that identifies a node before it exists.
struct Builder::Request {
  Op op;
  Shape shape;
  std::span<const NodeId> operands{};
  std::uint32_t number = 0;  // flags, input slot or part
  std::span<const double> constant{};
  std::shared_ptr<const Graph::LargeConstant> large{};  // the same numbers, if they are shared
  const Index* index = nullptr;
  std::shared_ptr<const Kernel> kernel{};
};

namespace {

std::uint64_t hash_numbers(std::span<const double> numbers) {
  std::uint64_t h = numbers.size();
  for (const double x : numbers) h = mix(h, std::bit_cast<std::uint64_t>(x));
  return h;
}

bool same_bits(std::span<const double> a, std::span<const double> b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

// A slot of the table is two numbers, the upper half of a hash and the id + 1 of its node (0:
// none), so that a probe rarely touches a node that is not the one. The highest bit of the latter
// marks scalar constants.
constexpr std::size_t kSlot = 2;
constexpr std::uint32_t kScalarConstant = 1U << 31;

bool is_scalar_constant(Op op, const Shape& shape) {
  return op == Op::kConstant && shape.is_scalar();
}

std::uint32_t upper_half(std::uint64_t hash) {
  return static_cast<std::uint32_t>(hash >> 32);
}

// Appends numbers that may be a view of the vector itself: copied before it grows, and nearly
// always few.
template <typename T>
void append_copy(std::vector<T>& to, std::span<const T> from) {
  constexpr std::size_t kFew = 4;
  if (from.size() <= kFew) {
    std::array<T, kFew> few{};
    std::copy(from.begin(), from.end(), few.begin());
    to.insert(to.end(), few.begin(), few.begin() + static_cast<std::ptrdiff_t>(from.size()));
    return;
  }
  const std::vector<T> many(from.begin(), from.end());
  to.insert(to.end(), many.begin(), many.end());
}

std::uint64_t hash_shape(const Shape& shape) {
  return mix(shape.rank, (std::uint64_t{shape.rows} << 32) | shape.cols);
}

}  // namespace

// Of scalar constants the hash is a bijection of the number's bits (every step of `mix` is one), so
// equal hashes are equal constants, and no node needs to be looked at. Data are mostly these.
std::uint64_t Builder::hash_of(const Request& r) const {
  if (is_scalar_constant(r.op, r.shape)) return mix(0, std::bit_cast<std::uint64_t>(r.constant[0]));
  std::uint64_t h = mix(static_cast<std::uint64_t>(r.op), hash_shape(r.shape));
  h = mix(h, r.number);
  for (const NodeId operand : r.operands) h = mix(h, operand.value);
  if (r.op == Op::kConstant) h = mix(h, r.large ? r.large->hash : hash_numbers(r.constant));
  if (r.index != nullptr) h = mix(h, r.index->hash());
  if (r.kernel) h = mix(h, reinterpret_cast<std::uintptr_t>(r.kernel.get()));
  return h;
}

bool Builder::matches(NodeId id, const Request& r) const {
  const Node& node = graph_.node(id);
  if (node.op != r.op || node.shape != r.shape || node.operand_count != r.operands.size()) {
    return false;
  }
  const auto operands = graph_.operands(id);
  for (std::size_t k = 0; k < operands.size(); ++k) {
    if (operands[k] != r.operands[k]) return false;
  }
  if (r.op == Op::kConstant) {
    return graph_.constant(id).data() == r.constant.data() ||
           same_bits(graph_.constant(id), r.constant);
  }
  if (r.index != nullptr) return graph_.index(id) == *r.index;
  if (r.kernel) return graph_.shared_kernel(id) == r.kernel;
  return node.payload == r.number;
}

NodeId Builder::append(const Request& r, std::uint64_t hash) {
  Node node{.op = r.op,
            .shape = r.shape,
            .first_operand = static_cast<std::uint32_t>(graph_.operands_.size()),
            .operand_count = static_cast<std::uint32_t>(r.operands.size()),
            .payload = r.number};
  if (r.op == Op::kConstant) {
    node.payload = static_cast<std::uint32_t>(graph_.constant_places_.size());
    graph_.constant_places_.push_back({graph_.constants_.size(), r.large});
    if (!r.large) append_copy(graph_.constants_, r.constant);
  } else if (r.index != nullptr) {
    node.payload = static_cast<std::uint32_t>(graph_.indices_.size());
    graph_.indices_.push_back(*r.index);
  } else if (r.kernel) {
    node.payload = static_cast<std::uint32_t>(graph_.kernels_.size());
    graph_.kernels_.push_back(r.kernel);
  }
  append_copy(graph_.operands_, r.operands);
  const NodeId id{static_cast<std::uint32_t>(graph_.nodes_.size())};
  graph_.nodes_.push_back(node);
  remember(id, hash);
  return id;
}

NodeId Builder::find_or_add(const Request& request) {
  // At most three quarters full: neighbouring slots share a cache line, so that a small table is
  // worth more than short probes.
  if (4 * kSlot * (graph_.size() + 1) > 3 * table_.size()) grow_table();
  const std::uint64_t hash = hash_of(request);
  const std::uint32_t upper = upper_half(hash);
  const std::size_t mask = table_.size() / kSlot - 1;
  const std::uint32_t mark = is_scalar_constant(request.op, request.shape) ? kScalarConstant : 0;
  for (std::size_t slot = hash & mask; table_[kSlot * slot + 1] != 0; slot = (slot + 1) & mask) {
    const std::uint32_t entry = table_[kSlot * slot + 1];
    if (table_[kSlot * slot] != upper || (entry & kScalarConstant) != mark) continue;
    const NodeId candidate{(entry & ~kScalarConstant) - 1};
    const bool is_same = mark != 0 ? hashes_[candidate.value] == hash : matches(candidate, request);
    if (is_same) return candidate;
  }
  return append(request, hash);
}

void Builder::remember(NodeId id, std::uint64_t hash) {
  if (hashes_.size() <= id.value) hashes_.resize(id.value + 1);
  hashes_[id.value] = hash;
  const std::size_t mask = table_.size() / kSlot - 1;
  std::size_t slot = hash & mask;
  while (table_[kSlot * slot + 1] != 0) slot = (slot + 1) & mask;
  table_[kSlot * slot] = upper_half(hash);
  const Node& node = graph_.node(id);
  table_[kSlot * slot + 1] =
      (id.value + 1) | (is_scalar_constant(node.op, node.shape) ? kScalarConstant : 0);
}

void Builder::grow_table() {
  table_.assign(kSlot * std::max<std::size_t>(64, std::bit_ceil(2 * (graph_.size() + 1))), 0);
  for (std::uint32_t i = 0; i < hashes_.size(); ++i) remember(NodeId{i}, hashes_[i]);
}

Builder::Builder(Graph graph) : graph_(std::move(graph)) {
  graph_.outputs_.clear();
  hashes_.reserve(graph_.size());
  for (std::uint32_t i = 0; i < graph_.size(); ++i) {
    const NodeId id{i};
    const Node& node = graph_.node(id);
    Request r{.op = node.op, .shape = node.shape, .operands = graph_.operands(id)};
    if (node.op == Op::kConstant) {
      r.constant = graph_.constant(id);
      r.large = graph_.constant_places_[node.payload].large;
    } else if (node.op == Op::kGather || node.op == Op::kScatterAdd) {
      r.index = &graph_.index(id);
    } else if (node.op == Op::kKernel) {
      r.kernel = graph_.shared_kernel(id);
    } else {
      r.number = node.payload;
    }
    hashes_.push_back(hash_of(r));
  }
  grow_table();
}

bool Builder::should_fold(const Request& r) const {
  if (r.op == Op::kKernel || r.op == Op::kPart || r.op == Op::kBroadcast ||
      r.op == Op::kRepeatRows || r.op == Op::kRepeatCols) {
    return false;
  }
  constexpr std::size_t kAlwaysSmall = 64;
  std::size_t size = kAlwaysSmall;
  for (const NodeId operand : r.operands) {
    if (!graph_.is_constant(operand)) return false;
    size += graph_.shape(operand).size();
  }
  return r.shape.size() <= size;
}

NodeId Builder::fold(const Request& r) {
  std::vector<Operand> operands;
  for (const NodeId operand : r.operands) {
    operands.push_back({graph_.shape(operand), graph_.constant(operand)});
  }
  std::vector<double> value(r.shape.size());
  evaluate(Operation{r.op, r.shape, r.number, r.index, nullptr}, operands, value);
  return constant(r.shape, value);
}

NodeId Builder::fold_or_add(const Request& request) {
  return should_fold(request) ? fold(request) : find_or_add(request);
}

NodeId Builder::input(std::string name, Shape shape) {
  const auto slot = static_cast<std::uint32_t>(graph_.inputs_.size());
  graph_.inputs_.push_back({std::move(name), shape});
  return input_node(slot);
}

NodeId Builder::input_node(std::uint32_t slot) {
  AUTUMN_CHECK(slot < graph_.inputs_.size(), "the input slot exists");
  return find_or_add({.op = Op::kInput, .shape = graph_.inputs_[slot].shape, .number = slot});
}

NodeId Builder::constant(double value) {
  return constant(Shape::scalar(), {&value, 1});
}

NodeId Builder::constant(Shape shape, std::span<const double> values) {
  AUTUMN_CHECK(values.size() == shape.size(), "a constant has as many numbers as its shape");
  constexpr std::size_t kLarge = 64;
  if (values.size() < kLarge) {
    return find_or_add({.op = Op::kConstant, .shape = shape, .constant = values});
  }
  auto large = std::make_shared<Graph::LargeConstant>();
  large->numbers.assign(values.begin(), values.end());
  large->hash = hash_numbers(values);
  const std::span<const double> numbers = large->numbers;
  return find_or_add(
      {.op = Op::kConstant, .shape = shape, .constant = numbers, .large = std::move(large)});
}

NodeId Builder::apply(Op op, std::span<const NodeId> operands, std::uint32_t flags) {
  constexpr std::size_t kInline = 3;
  Shape few[kInline];
  std::vector<Shape> many;
  std::span<const Shape> shapes;
  if (operands.size() <= kInline) {
    for (std::size_t k = 0; k < operands.size(); ++k) few[k] = graph_.shape(operands[k]);
    shapes = {few, operands.size()};
  } else {
    for (const NodeId operand : operands) many.push_back(graph_.shape(operand));
    shapes = many;
  }
  const Result<Shape> shape = infer_shape(op, shapes, flags);
  AUTUMN_CHECK(shape.is_ok(), shape.error().message);
  return fold_or_add({.op = op, .shape = shape.value(), .operands = operands, .number = flags});
}

NodeId Builder::gather(NodeId x, Index index, Shape shape) {
  AUTUMN_CHECK(index.size() == shape.size(), "a gather has one index per element");
  AUTUMN_CHECK(index.bound() <= graph_.shape(x).size(), "a gather reads inside its operand");
  return fold_or_add({.op = Op::kGather, .shape = shape, .operands = {&x, 1}, .index = &index});
}

NodeId Builder::scatter_add(NodeId x, Index index, Shape shape) {
  AUTUMN_CHECK(index.size() == graph_.shape(x).size(), "a scatter has one index per element");
  AUTUMN_CHECK(index.bound() <= shape.size(), "a scatter writes inside its result");
  return fold_or_add({.op = Op::kScatterAdd, .shape = shape, .operands = {&x, 1}, .index = &index});
}

NodeId Builder::reshape(NodeId x, Shape shape) {
  AUTUMN_CHECK(graph_.shape(x).size() == shape.size(), "a reshape keeps the number of elements");
  if (graph_.shape(x) == shape) return x;
  if (graph_.is_constant(x)) {
    if (const auto large = graph_.constant_places_[graph_.node(x).payload].large) {
      return find_or_add(
          {.op = Op::kConstant, .shape = shape, .constant = large->numbers, .large = large});
    }
  }
  return fold_or_add({.op = Op::kReshape, .shape = shape, .operands = {&x, 1}});
}

NodeId Builder::broadcast(NodeId x, Shape shape) {
  AUTUMN_CHECK(graph_.shape(x).is_scalar(), "only scalars are broadcast");
  if (shape.is_scalar()) return x;
  return fold_or_add({.op = Op::kBroadcast, .shape = shape, .operands = {&x, 1}});
}

NodeId Builder::repeat_rows(NodeId x, std::size_t n) {
  AUTUMN_CHECK(graph_.shape(x).is_vector(), "rows are repeated from a vector");
  const Shape shape = Shape::matrix(n, graph_.shape(x).rows);
  return fold_or_add({.op = Op::kRepeatRows, .shape = shape, .operands = {&x, 1}});
}

NodeId Builder::repeat_cols(NodeId x, std::size_t n) {
  AUTUMN_CHECK(graph_.shape(x).is_vector(), "columns are repeated from a vector");
  const Shape shape = Shape::matrix(graph_.shape(x).rows, n);
  return fold_or_add({.op = Op::kRepeatCols, .shape = shape, .operands = {&x, 1}});
}

NodeId Builder::kernel(std::shared_ptr<const Kernel> kernel, std::span<const NodeId> operands) {
  std::vector<Shape> shapes;
  for (const NodeId operand : operands) shapes.push_back(graph_.shape(operand));
  std::size_t size = 0;
  for (const Shape& shape : output_shapes(*kernel, shapes)) size += shape.size();
  return find_or_add({.op = Op::kKernel,
                      .shape = Shape::vector(size),
                      .operands = operands,
                      .kernel = std::move(kernel)});
}

NodeId Builder::part(NodeId kernel, std::uint32_t k) {
  std::vector<Shape> shapes;
  for (const NodeId operand : graph_.operands(kernel)) shapes.push_back(graph_.shape(operand));
  const Shape shape = output_shapes(graph_.kernel(kernel), shapes).at(k);
  return find_or_add({.op = Op::kPart, .shape = shape, .operands = {&kernel, 1}, .number = k});
}

NodeId Builder::deferred(std::uint32_t number, std::span<const NodeId> operands) {
  return find_or_add(
      {.op = Op::kDeferred, .shape = Shape::scalar(), .operands = operands, .number = number});
}

NodeId Builder::copy(const Graph& from, NodeId id, std::span<const NodeId> operands) {
  const Node& node = from.node(id);
  switch (node.op) {
    case Op::kConstant: {
      const auto& large = from.constant_places_[node.payload].large;
      if (!large) return constant(node.shape, from.constant(id));
      return find_or_add(
          {.op = Op::kConstant, .shape = node.shape, .constant = large->numbers, .large = large});
    }
    case Op::kInput: return input_node(node.payload);
    case Op::kGather: return gather(operands[0], from.index(id), node.shape);
    case Op::kScatterAdd: return scatter_add(operands[0], from.index(id), node.shape);
    case Op::kReshape: return reshape(operands[0], node.shape);
    case Op::kBroadcast: return broadcast(operands[0], node.shape);
    case Op::kRepeatRows: return repeat_rows(operands[0], node.shape.rows);
    case Op::kRepeatCols: return repeat_cols(operands[0], node.shape.cols);
    case Op::kKernel: return kernel(from.shared_kernel(id), operands);
    case Op::kPart: return part(operands[0], node.payload);
    case Op::kDeferred: return deferred(node.payload, operands);
    default: return apply(node.op, operands, node.payload);
  }
}

void Builder::declare_inputs(const Graph& from) {
  AUTUMN_CHECK(graph_.inputs_.empty(), "inputs are declared in an empty graph");
  graph_.inputs_ = from.inputs();
}

Graph Builder::finish(std::vector<NodeId> outputs) && {
  graph_.outputs_ = std::move(outputs);
  return std::move(graph_);
}

}  // namespace autumn::expr
