// This file finds the statement at a place of the program, and from it the label of what has a
// distribution.
#include "engine/labels.h"

#include <map>
#include <string>
#include <utility>

#include "stan/printing/print_expression.h"

namespace autumn::engine {
namespace {

using stan::Statement;
using Place = std::pair<std::string, std::pair<std::uint32_t, std::uint32_t>>;

constexpr std::size_t kLongest = 30;

Place place_of(const SourceRange& where) {
  return {where.file, {where.line, where.column}};
}

// The variable itself without its indices, or a short expression as it is written.
std::string name_of(const stan::Expr& expr) {
  const stan::Expr* base = &expr;
  while (const auto* indexed = std::get_if<stan::Indexed>(&base->node)) base = indexed->base.get();
  std::string text;
  stan::print_expression(*base, stan::Precedence::kConditional, text);
  return text.size() <= kLongest ? text : "";
}

class Labels {
 public:
  explicit Labels(const stan::Program& program) {
    for (const stan::Function& function : program.functions) visit(function.body);
    visit(program.transformed_parameters);
    visit(program.model);
  }

  [[nodiscard]] std::string of(const SourceRange& where) const {
    const auto at = names_.find(place_of(where));
    return at == names_.end() ? "" : at->second;
  }

 private:
  void visit(const stan::Block& block) {
    for (const Statement& statement : block) visit(statement);
  }

  void visit(const std::unique_ptr<Statement>& statement) {
    if (statement != nullptr) visit(*statement);
  }

  void visit(const Statement& statement) {
    if (const auto* tilde = std::get_if<stan::Tilde>(&statement.node)) {
      names_[place_of(statement.where)] = name_of(*tilde->value);
    } else if (const auto* target = std::get_if<stan::TargetIncrement>(&statement.node)) {
      visit_call(statement.where, *target->value);
    } else if (const auto* branch = std::get_if<stan::If>(&statement.node)) {
      visit(branch->then_branch);
      visit(branch->else_branch);
    } else if (const auto* loop = std::get_if<stan::While>(&statement.node)) {
      visit(loop->body);
    } else if (const auto* range = std::get_if<stan::ForRange>(&statement.node)) {
      visit(range->body);
    } else if (const auto* each = std::get_if<stan::ForEach>(&statement.node)) {
      visit(each->body);
    } else if (const auto* block = std::get_if<stan::BlockStatement>(&statement.node)) {
      visit(block->statements);
    } else if (const auto* profile = std::get_if<stan::Profile>(&statement.node)) {
      visit(profile->statements);
    }
  }

  void visit_call(const SourceRange& where, const stan::Expr& expr) {
    const auto* call = std::get_if<stan::Call>(&expr.node);
    if (call == nullptr || !call->has_bar || call->arguments.empty()) return;
    names_[place_of(where)] = name_of(*call->arguments[0]);
  }

  std::map<Place, std::string> names_;
};

}  // namespace

model::Model with_labels(model::Model model, const stan::Program& program) {
  const Labels labels(program);
  for (model::Factor& factor : model.factors) {
    if (factor.label.empty()) factor.label = labels.of(factor.where);
  }
  return model;
}

}  // namespace autumn::engine
