// This file lowers programs: expressions in place, statements one after the other.
#include "stan/types/lower.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>
#include <utility>

#include "base/error.h"
#include "stan/syntax/copy.h"
#include "stan/types/leaves.h"

namespace autumn::stan {
namespace {

ExprPtr make(decltype(Expr::node) node, const SourceRange& where, Type type) {
  return std::make_unique<Expr>(
      Expr{.node = std::move(node), .where = where, .type = std::move(type)});
}

// ---- declarations ----

DeclaredKind real_kind(DeclaredKind kind) {
  switch (kind) {
    case DeclaredKind::kComplexVector: return DeclaredKind::kVector;
    case DeclaredKind::kComplexRowVector: return DeclaredKind::kRowVector;
    case DeclaredKind::kComplexMatrix: return DeclaredKind::kMatrix;
    default: return DeclaredKind::kReal;
  }
}

// The declared types of the leaves, in their order, with the sizes of all arrays around them.
void add_declared(const DeclaredType& type, std::vector<const ExprPtr*> sizes,
                  std::vector<DeclaredType>& leaves) {
  for (const ExprPtr& size : type.array_sizes) sizes.push_back(&size);
  for (const DeclaredType& part : type.parts) add_declared(part, sizes, leaves);
  if (type.kind == DeclaredKind::kTuple) return;
  const bool is_complex = type.type().is_complex();
  for (int copies = is_complex ? 2 : 1; copies > 0; --copies) {
    DeclaredType leaf;
    leaf.kind = is_complex ? real_kind(type.kind) : type.kind;
    for (const ExprPtr* size : sizes) leaf.array_sizes.push_back(copy(*size));
    leaf.sizes = copy(type.sizes);
    leaf.lower = copy(type.lower);
    leaf.upper = copy(type.upper);
    leaf.offset = copy(type.offset);
    leaf.multiplier = copy(type.multiplier);
    leaves.push_back(std::move(leaf));
  }
}

// ---- the left sides of assignments ----

// All places that an assignment to `target` sets, leaf by leaf.
void add_targets(const Expr& target, std::vector<LeafTarget>& leaves) {
  if (const auto* tuple = std::get_if<TupleLiteral>(&target.node)) {
    for (const ExprPtr& element : tuple->elements) add_targets(*element, leaves);
    return;
  }
  std::vector<const Expr*> path;
  const Expr* at = &target;
  while (!std::holds_alternative<Variable>(at->node)) {
    path.push_back(at);
    const auto* indexed = std::get_if<Indexed>(&at->node);
    at = indexed != nullptr ? indexed->base.get() : std::get<TuplePart>(at->node).base.get();
  }
  std::vector<LeafTarget> found;
  for (Leaf& leaf : leaves_of(std::get<Variable>(at->node).name, at->type)) {
    found.push_back({.name = std::move(leaf.name), .indices = {}, .type = {}});
  }
  for (auto step = path.rbegin(); step != path.rend(); ++step) {
    if (const auto* indexed = std::get_if<Indexed>(&(*step)->node)) {
      for (LeafTarget& leaf : found) leaf.indices.push_back(copy(indexed->indices));
      continue;
    }
    const auto& part = std::get<TuplePart>((*step)->node);
    const auto first = static_cast<std::ptrdiff_t>(first_leaf(part.base->type, part.part - 1));
    const auto count = static_cast<std::ptrdiff_t>(leaf_count((*step)->type));
    found.erase(found.begin(), found.begin() + first);
    found.erase(found.begin() + count, found.end());
  }
  const std::vector<Type> types = leaf_types(target.type);
  for (std::size_t i = 0; i < found.size(); ++i) found[i].type = types[i];
  std::ranges::move(found, std::back_inserter(leaves));
}

// a[1][2, :] as an expression.
ExprPtr target_of(Assignment& s, const SourceRange& where) {
  ExprPtr target = make(Variable{s.name}, where, s.variable_type);
  for (std::vector<Index>& group : s.indices) {
    target = make(Indexed{.base = std::move(target), .indices = std::move(group)}, where, {});
  }
  target->type = s.target_type;
  return target;
}

class Lowerer {
 public:
  explicit Lowerer(const Program& program) {
    for (const Function& function : program.functions) functions_.insert(function.name);
  }

  void lower_block(Statements& block) {
    Statements lowered;
    lowered.reserve(block.size());
    for (Statement& statement : block) lower_statement(std::move(statement), lowered);
    block = std::move(lowered);
  }

 private:
  // ---- expressions ----

  void lower_list(std::vector<ExprPtr>& list) {
    for (ExprPtr& each : list) lower(each);
  }
  void lower_indices(std::vector<Index>& indices) {
    for (Index& index : indices) {
      if (auto* single = std::get_if<IndexSingle>(&index)) {
        lower(single->value);
        continue;
      }
      auto& range = std::get<IndexRange>(index);
      lower(range.low);
      lower(range.high);
    }
  }

  void lower(ExprPtr& expression) {
    if (expression == nullptr) return;
    std::visit([&](auto& node) { lower_node(node, expression); }, expression->node);
  }

  void lower_node(IntLiteral&, ExprPtr&) {}
  void lower_node(RealLiteral&, ExprPtr&) {}
  void lower_node(TargetValue&, ExprPtr&) {}

  void lower_node(ImaginaryLiteral& x, ExprPtr& e) {
    TupleLiteral both;
    both.elements.push_back(make(RealLiteral{.value = 0.0, .text = "0"}, e->where, kRealType));
    both.elements.push_back(
        make(RealLiteral{.value = x.value, .text = x.text}, e->where, kRealType));
    e->node = std::move(both);
  }

  void lower_node(Variable& x, ExprPtr& e) {
    // The name of a function has the type of its result.
    if (!e->type.is_composite() || functions_.contains(x.name)) return;
    TupleLiteral leaves;
    for (Leaf& leaf : leaves_of(x.name, e->type)) {
      leaves.elements.push_back(make(Variable{std::move(leaf.name)}, e->where, leaf.type));
    }
    e->node = std::move(leaves);
  }

  void lower_node(Unary& x, ExprPtr&) { lower(x.operand); }
  void lower_node(Binary& x, ExprPtr&) {
    lower(x.left);
    lower(x.right);
  }
  void lower_node(Conditional& x, ExprPtr&) {
    lower(x.condition);
    lower(x.if_true);
    lower(x.if_false);
  }
  void lower_node(Call& x, ExprPtr&) { lower_list(x.arguments); }
  void lower_node(Indexed& x, ExprPtr&) {
    lower(x.base);
    lower_indices(x.indices);
  }
  void lower_node(ArrayLiteral& x, ExprPtr&) { lower_list(x.elements); }
  void lower_node(RowLiteral& x, ExprPtr&) { lower_list(x.elements); }

  // Tuples in tuples become one list.
  void lower_node(TupleLiteral& x, ExprPtr&) {
    std::vector<ExprPtr> flat;
    for (ExprPtr& element : x.elements) {
      lower(element);
      if (auto* inner = std::get_if<TupleLiteral>(&element->node)) {
        std::ranges::move(inner->elements, std::back_inserter(flat));
      } else {
        flat.push_back(std::move(element));
      }
    }
    x.elements = std::move(flat);
  }

  void lower_node(TuplePart& x, ExprPtr& e) {
    lower(x.base);
    ExprPtr base = std::move(x.base);
    const std::uint32_t part = x.part;
    e = part_of(std::move(base), part);
  }

  // The part of what `tuple` is, or of all elements of an array of tuples.
  static ExprPtr part_of(ExprPtr tuple, std::uint32_t part) {
    const Type type = tuple->type.parts[part - 1].in_arrays(tuple->type.array_rank);
    if (auto* indexed = std::get_if<Indexed>(&tuple->node)) {
      indexed->base = part_of(std::move(indexed->base), part);
      tuple->type = type;
      return tuple;
    }
    if (auto* literal = std::get_if<TupleLiteral>(&tuple->node)) {
      const std::size_t first = first_leaf(tuple->type, part - 1);
      std::vector<ExprPtr> elements =
          elements_between(literal->elements, first, first + leaf_count(type));
      const bool is_one = elements.size() == 1;
      if (is_one && leaf_count(elements[0]->type) == leaf_count(type) && !is_wrapped(type)) {
        return std::move(elements[0]);
      }
      return make(TupleLiteral{std::move(elements)}, tuple->where, type);
    }
    const SourceRange where = tuple->where;
    return make(TuplePart{.base = std::move(tuple), .part = part}, where, type);
  }

  // A tuple of one part is not that part.
  static bool is_wrapped(const Type& type) { return type.is_tuple() && type.parts.size() == 1; }

  static std::vector<ExprPtr> elements_between(std::vector<ExprPtr>& elements, std::size_t first,
                                               std::size_t last) {
    std::vector<ExprPtr> found;
    std::size_t at = 0;
    for (ExprPtr& element : elements) {
      if (at >= first && at < last) found.push_back(std::move(element));
      at += element == nullptr ? leaf_count(found.back()->type) : leaf_count(element->type);
    }
    return found;
  }

  // ---- statements ----

  void lower_statement(Statement statement, Statements& out) {
    std::visit([&](auto& node) { lower_node(node, statement, out); }, statement.node);
  }

  // What an `if` or a loop governs.
  void lower_body(std::unique_ptr<Statement>& body) {
    if (body == nullptr) return;
    const SourceRange where = body->where;
    Statements lowered;
    lower_statement(std::move(*body), lowered);
    *body = lowered.size() == 1
                ? std::move(lowered.front())
                : Statement{.node = BlockStatement{std::move(lowered)}, .where = where};
  }

  static void keep(Statement& statement, Statements& out) { out.push_back(std::move(statement)); }

  void lower_declared(DeclaredType& type) {
    lower_list(type.array_sizes);
    lower_list(type.sizes);
    for (ExprPtr* bound : {&type.lower, &type.upper, &type.offset, &type.multiplier}) lower(*bound);
    for (DeclaredType& part : type.parts) lower_declared(part);
  }

  void lower_node(Declaration& s, Statement& statement, Statements& out) {
    lower_declared(s.type);
    lower(s.initial);
    const Type type = s.type.type();
    if (!type.is_composite()) return keep(statement, out);
    std::vector<DeclaredType> declared;
    add_declared(s.type, {}, declared);
    std::vector<ExprPtr> initial(declared.size());
    const bool is_leaf_by_leaf = s.initial != nullptr && split_initial(*s.initial, initial);
    std::size_t next = 0;
    for (Leaf& leaf : leaves_of(s.name, type)) {
      Declaration node{.type = std::move(declared[next]),
                       .name = std::move(leaf.name),
                       .initial = std::move(initial[next])};
      out.push_back(Statement{.node = std::move(node), .where = statement.where});
      ++next;
    }
    if (s.initial == nullptr || is_leaf_by_leaf) return;
    const ExprPtr target = make(Variable{s.name}, statement.where, type);
    add_unpack(*target, AssignOp::kSet, std::move(s.initial), statement.where, out);
  }

  // (a, b) as one value for each leaf, if no leaf is missing in it.
  static bool split_initial(Expr& value, std::vector<ExprPtr>& initial) {
    auto* literal = std::get_if<TupleLiteral>(&value.node);
    if (literal == nullptr || literal->elements.size() != initial.size()) return false;
    const auto is_leaf = [](const ExprPtr& each) { return !each->type.is_composite(); };
    if (!std::ranges::all_of(literal->elements, is_leaf)) return false;
    initial = std::move(literal->elements);
    return true;
  }

  static void add_unpack(const Expr& target, AssignOp op, ExprPtr value, const SourceRange& where,
                         Statements& out) {
    Unpack node{.target = nullptr, .op = op, .value = std::move(value), .leaves = {}};
    add_targets(target, node.leaves);
    node.type = target.type;
    out.push_back(Statement{.node = std::move(node), .where = where});
  }

  void lower_node(Assignment& s, Statement& statement, Statements& out) {
    for (std::vector<Index>& group : s.indices) lower_indices(group);
    lower(s.value);
    if (!s.target_type.is_composite()) return keep(statement, out);
    const ExprPtr target = target_of(s, statement.where);
    add_unpack(*target, s.op, std::move(s.value), statement.where, out);
  }

  void lower_node(Unpack& s, Statement& statement, Statements& out) {
    lower(s.value);
    Unpack node{.target = nullptr, .op = s.op, .value = std::move(s.value), .leaves = {}};
    add_targets(*s.target, node.leaves);
    for (LeafTarget& leaf : node.leaves) {
      for (std::vector<Index>& group : leaf.indices) lower_indices(group);
    }
    node.type = s.target->type;
    if (node.leaves.size() > 1 || node.type.is_composite()) {
      out.push_back(Statement{.node = std::move(node), .where = statement.where});
      return;
    }
    LeafTarget& only = node.leaves.front();
    out.push_back(Statement{.node = Assignment{.name = std::move(only.name),
                                               .indices = std::move(only.indices),
                                               .op = node.op,
                                               .value = std::move(node.value),
                                               .target_type = only.type},
                            .where = statement.where});
  }

  void lower_node(Tilde& s, Statement& statement, Statements& out) {
    lower(s.value);
    lower_list(s.arguments);
    if (s.truncation) {
      lower(s.truncation->low);
      lower(s.truncation->high);
    }
    keep(statement, out);
  }
  void lower_node(TargetIncrement& s, Statement& statement, Statements& out) {
    lower(s.value);
    keep(statement, out);
  }
  void lower_node(CallStatement& s, Statement& statement, Statements& out) {
    lower(s.call);
    keep(statement, out);
  }
  void lower_node(If& s, Statement& statement, Statements& out) {
    lower(s.condition);
    lower_body(s.then_branch);
    lower_body(s.else_branch);
    keep(statement, out);
  }
  void lower_node(While& s, Statement& statement, Statements& out) {
    lower(s.condition);
    lower_body(s.body);
    keep(statement, out);
  }
  void lower_node(ForRange& s, Statement& statement, Statements& out) {
    lower(s.low);
    lower(s.high);
    lower_body(s.body);
    keep(statement, out);
  }
  void lower_node(ForEach& s, Statement& statement, Statements& out) {
    Type type = s.container->type;
    if (type.is_composite()) {
      if (type.array_rank > 0) {
        --type.array_rank;
      } else {
        type.base = element_base(type.base);
      }
      for (Leaf& leaf : leaves_of(s.variable, type)) s.leaves.push_back({std::move(leaf.name)});
    }
    lower(s.container);
    lower_body(s.body);
    keep(statement, out);
  }
  void lower_node(BlockStatement& s, Statement& statement, Statements& out) {
    lower_block(s.statements);
    keep(statement, out);
  }
  void lower_node(Profile& s, Statement& statement, Statements& out) {
    lower_block(s.statements);
    keep(statement, out);
  }
  void lower_node(Break&, Statement& statement, Statements& out) { keep(statement, out); }
  void lower_node(Continue&, Statement& statement, Statements& out) { keep(statement, out); }
  void lower_node(Return& s, Statement& statement, Statements& out) {
    lower(s.value);
    keep(statement, out);
  }
  void lower_node(ReportStatement& s, Statement& statement, Statements& out) {
    for (Printable& item : s.items) {
      if (auto* expression = std::get_if<ExprPtr>(&item)) lower(*expression);
    }
    keep(statement, out);
  }

  std::unordered_set<std::string> functions_;
};

}  // namespace

void lower(Program& program) {
  Lowerer lowerer(program);
  for (Function& function : program.functions) lowerer.lower_block(function.body);
  for (Statements* block :
       {&program.data, &program.transformed_data, &program.parameters,
        &program.transformed_parameters, &program.model, &program.generated_quantities}) {
    lowerer.lower_block(*block);
  }
}

}  // namespace autumn::stan
