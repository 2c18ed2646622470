// This file resolves variables to slots, in one walk with a stack of scopes.
#include "stan/types/resolve.h"

#include <algorithm>
#include <map>
#include <vector>

#include "stan/types/leaves.h"
#include "stan/types/lower.h"
#include "stan/types/signature.h"

namespace autumn::stan {
namespace {

bool is_laplace(const Statement& statement) {
  const auto* tilde = std::get_if<Tilde>(&statement.node);
  return tilde != nullptr && tilde->user_function < 0 &&
         tilde->distribution.starts_with("laplace_marginal");
}

// y ~ laplace_marginal_poisson_log(...) takes functions, as calls do, and drops nothing: it adds
// the call to the target.
TargetIncrement as_increment(Statement& statement) {
  auto& tilde = std::get<Tilde>(statement.node);
  Call call{.name = tilde.distribution + "_lpmf", .arguments = {}, .has_bar = true};
  call.arguments.push_back(std::move(tilde.value));
  for (ExprPtr& argument : tilde.arguments) call.arguments.push_back(std::move(argument));
  auto value = std::make_unique<Expr>();
  value->where = statement.where;
  value->type = kRealType;
  value->node = std::move(call);
  return {.value = std::move(value)};
}

class Resolver {
 public:
  explicit Resolver(BuiltinLookup lookup) : lookup_(lookup) {}

  // Names of one scope inside the next; the outermost stays open over all blocks of a program.
  void open() { scopes_.emplace_back(); }
  void close() { scopes_.pop_back(); }
  int declare(const std::string& name) {
    scopes_.back()[name] = frame_size_;
    return frame_size_++;
  }
  [[nodiscard]] int frame_size() const { return frame_size_; }

  void visit(Statements& block) {
    for (Statement& statement : block) visit(statement);
  }

  void visit(Statement& statement) {
    if (is_laplace(statement)) statement.node = as_increment(statement);
    std::visit([this](auto& node) { visit(node); }, statement.node);
  }

 private:
  void visit_scope(Statement* statement) {
    if (statement == nullptr) return;
    open();
    visit(*statement);
    close();
  }

  void visit(Declaration& s) {
    for (ExprPtr& size : s.type.array_sizes) visit(size);
    for (ExprPtr& size : s.type.sizes) visit(size);
    for (ExprPtr* bound : {&s.type.lower, &s.type.upper, &s.type.offset, &s.type.multiplier}) {
      visit(*bound);
    }
    visit(s.initial);
    s.slot = declare(s.name);
  }
  void visit(Assignment& s) {
    for (auto& group : s.indices) visit(group);
    visit(s.value);
    s.slot = find(s.name);
  }
  void visit(Unpack& s) {
    visit(s.value);
    for (LeafTarget& leaf : s.leaves) {
      for (auto& group : leaf.indices) visit(group);
      leaf.slot = find(leaf.name);
    }
  }
  void visit(Tilde& s) {
    visit(s.value);
    for (ExprPtr& argument : s.arguments) visit(argument);
    if (!s.truncation) return;
    visit(s.truncation->low);
    visit(s.truncation->high);
  }
  void visit(TargetIncrement& s) { visit(s.value); }
  void visit(CallStatement& s) { visit(s.call); }
  void visit(If& s) {
    visit(s.condition);
    visit_scope(s.then_branch.get());
    visit_scope(s.else_branch.get());
  }
  void visit(While& s) {
    visit(s.condition);
    visit_scope(s.body.get());
  }
  void visit(ForRange& s) {
    visit(s.low);
    visit(s.high);
    open();
    s.slot = declare(s.variable);
    visit(*s.body);
    close();
  }
  void visit(ForEach& s) {
    visit(s.container);
    open();
    if (s.leaves.empty()) s.slot = declare(s.variable);
    for (LoopLeaf& leaf : s.leaves) leaf.slot = declare(leaf.name);
    visit(*s.body);
    close();
  }
  void visit(BlockStatement& s) {
    open();
    visit(s.statements);
    close();
  }
  void visit(Profile& s) {
    open();
    visit(s.statements);
    close();
  }
  void visit(Break&) {}
  void visit(Continue&) {}
  void visit(Return& s) { visit(s.value); }
  void visit(ReportStatement& s) {
    for (Printable& item : s.items) {
      if (auto* expression = std::get_if<ExprPtr>(&item)) visit(*expression);
    }
  }

  void visit(ExprPtr& expression) {
    if (expression) std::visit([this](auto& node) { visit(node); }, expression->node);
  }
  void visit(std::vector<Index>& indices) {
    for (Index& index : indices) std::visit([this](auto& node) { visit(node); }, index);
  }
  void visit(IndexSingle& index) { visit(index.value); }
  void visit(IndexRange& index) {
    visit(index.low);
    visit(index.high);
  }
  void visit(IntLiteral&) {}
  void visit(RealLiteral&) {}
  void visit(ImaginaryLiteral&) {}
  void visit(Variable& x) { x.slot = find(x.name); }
  void visit(Unary& x) { visit(x.operand); }
  void visit(Binary& x) {
    visit(x.left);
    visit(x.right);
  }
  void visit(Conditional& x) {
    visit(x.condition);
    visit(x.if_true);
    visit(x.if_false);
  }
  void visit(Call& x) {
    for (ExprPtr& argument : x.arguments) visit(argument);
    if (x.user_function >= 0) return;
    // All constants are kept in both.
    if (x.name.starts_with("laplace_")) x.name = without_proportionality(x.name);
    // Functions of complex numbers are others than those of the same name for reals.
    const auto is_complex = [](const ExprPtr& argument) { return argument->type.is_complex(); };
    const bool is_of_complex = std::ranges::any_of(x.arguments, is_complex);
    if (is_of_complex) x.builtin = lookup_("complex " + x.name);
    if (x.builtin == nullptr) x.builtin = lookup_(x.name);
  }
  void visit(Indexed& x) {
    visit(x.base);
    visit(x.indices);
  }
  void visit(ArrayLiteral& x) {
    for (ExprPtr& element : x.elements) visit(element);
  }
  void visit(RowLiteral& x) {
    for (ExprPtr& element : x.elements) visit(element);
  }
  void visit(TupleLiteral& x) {
    for (ExprPtr& element : x.elements) visit(element);
  }
  void visit(TuplePart& x) { visit(x.base); }
  void visit(TargetValue&) {}

  [[nodiscard]] int find(const std::string& name) const {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      if (const auto found = scope->find(name); found != scope->end()) return found->second;
    }
    return -1;
  }

  BuiltinLookup lookup_;
  std::vector<std::map<std::string, int>> scopes_;
  int frame_size_ = 0;
};

}  // namespace

void resolve(Program& program, BuiltinLookup lookup) {
  lower(program);
  for (Function& function : program.functions) {
    Resolver resolver(lookup);
    resolver.open();
    for (const FunctionParameter& parameter : function.parameters) {
      for (const Leaf& leaf : leaves_of(parameter.name, parameter.type)) {
        (void)resolver.declare(leaf.name);
      }
    }
    resolver.visit(function.body);
    function.frame_size = resolver.frame_size();
  }
  Resolver resolver(lookup);
  resolver.open();
  for (Statements* block : {&program.data, &program.transformed_data, &program.parameters,
                            &program.transformed_parameters}) {
    resolver.visit(*block);
  }
  // Variables of the model block are local to it.
  resolver.open();
  resolver.visit(program.model);
  resolver.close();
  resolver.visit(program.generated_quantities);
  program.frame_size = resolver.frame_size();
}

}  // namespace autumn::stan
