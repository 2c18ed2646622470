// This file checks user-defined functions: headers, overloads, suffixes, bodies and their ends.
#include <algorithm>

#include "stan/types/check_state.h"

namespace autumn::stan {

namespace {

bool contains_break(const Statement* statement);

bool contains_break(const Statements& block) {
  return std::any_of(block.begin(), block.end(),
                     [](const Statement& statement) { return contains_break(&statement); });
}

// A `break` that leaves the loop around the statement; those of inner loops stay inside.
bool contains_break(const Statement* statement) {
  if (statement == nullptr) return false;
  if (std::holds_alternative<Break>(statement->node)) return true;
  if (const auto* block = std::get_if<BlockStatement>(&statement->node)) {
    return contains_break(block->statements);
  }
  if (const auto* profile = std::get_if<Profile>(&statement->node)) {
    return contains_break(profile->statements);
  }
  if (const auto* branch = std::get_if<If>(&statement->node)) {
    return contains_break(branch->then_branch.get()) || contains_break(branch->else_branch.get());
  }
  return false;
}

bool is_endless(const While& loop) {
  const auto* literal =
      loop.condition == nullptr ? nullptr : std::get_if<IntLiteral>(&loop.condition->node);
  return literal != nullptr && literal->value != 0 && !contains_break(loop.body.get());
}

bool is_integer_valued(const Type& type) {
  if (type.is_tuple()) return std::ranges::all_of(type.parts, is_integer_valued);
  return type.base == Base::kInt;
}

}  // namespace

bool always_returns(const Statements& block) {
  return std::any_of(block.begin(), block.end(),
                     [](const Statement& statement) { return always_returns(statement); });
}

bool always_returns(const Statement& statement) {
  // An else-if chain is walked, not recursed into: it may be long.
  const Statement* at = &statement;
  while (const auto* branch = std::get_if<If>(&at->node)) {
    if (branch->then_branch == nullptr || branch->else_branch == nullptr) return false;
    if (!always_returns(*branch->then_branch)) return false;
    at = branch->else_branch.get();
  }
  if (std::holds_alternative<Return>(at->node)) return true;
  if (const auto* report = std::get_if<ReportStatement>(&at->node)) {
    return report->kind != Report::kPrint;
  }
  if (const auto* block = std::get_if<BlockStatement>(&at->node)) {
    return always_returns(block->statements);
  }
  if (const auto* profile = std::get_if<Profile>(&at->node)) {
    return always_returns(profile->statements);
  }
  // As in Stan, a `for` is taken to run at least once; a call where it does not is an error then.
  if (const auto* range = std::get_if<ForRange>(&at->node)) return always_returns(*range->body);
  if (const auto* each = std::get_if<ForEach>(&at->node)) return always_returns(*each->body);
  const auto* loop = std::get_if<While>(&at->node);
  return loop != nullptr && is_endless(*loop);
}

// All functions are known in all bodies, also those that are defined later.
void Checker::check_functions() {
  place_ = BlockKind::kFunctions;
  std::vector<Function*> bodies;
  for (std::size_t i = 0; i < program_.functions.size() && !is_full(); ++i) {
    const bool is_new = check_header(static_cast<int>(i));
    overloads_.declare(static_cast<int>(i));
    if (is_new && !program_.functions[i].is_forward) bodies.push_back(&program_.functions[i]);
  }
  for (Function* function : bodies) {
    if (!is_full()) check_body(*function);
  }
  for (const Function& function : program_.functions) {
    const Overloads::Entry* entry = overloads_.find_exact(function);
    if (function.is_forward && entry != nullptr && entry->definition < 0) {
      report(function.where, "`" + function.name + "` is declared but never defined",
             "add a definition with a body");
    }
  }
}

// False if the function must not be checked further: it exists already.
bool Checker::check_header(int number) {
  const Function& function = program_.functions[static_cast<std::size_t>(number)];
  check_suffix_of_definition(function);
  std::vector<Type> types;
  for (const FunctionParameter& parameter : function.parameters) types.push_back(parameter.type);
  const auto built_in = best_match(function.name, types);
  if (built_in && built_in->conversions == 0 && !built_in->signature->is_redefinable) {
    report(function.where,
           "`" + function.name + "` is a built-in function for " + list_arguments(types),
           "choose another name");
    return false;
  }
  const Overloads::Entry* entry = overloads_.find_exact(function);
  if (entry == nullptr) return true;
  const Function& first = overloads_.function(*entry);
  if (first.result != function.result) {
    report(function.where,
           "`" + function.name + "` with " + list_arguments(types) +
               " is declared twice, with the results `" + to_text(first.result) + "` and `" +
               to_text(function.result) + "`",
           "overloads must differ in the types of their arguments");
    return false;
  }
  if (entry->definition == number || function.is_forward) return true;
  report(function.where, "`" + to_text(function) + "` is defined twice");
  return false;
}

void Checker::check_suffix_of_definition(const Function& function) {
  const std::string& name = function.name;
  for (const char* suffix : {"_lupdf", "_lupmf"}) {
    if (name.ends_with(suffix)) {
      report(function.where,
             "functions cannot be defined with the ending `" + std::string(suffix) + "`",
             "define `" + without_proportionality(name) + "`; it can be called by this name, too");
      return;
    }
  }
  if (!has_density_suffix(name)) return;
  if (function.result != Type{Base::kReal, 0}) {
    report(function.where, "`" + name + "` must return `real`, not `" + to_text(function.result) +
                               "`, because of its ending");
  }
  if (function.parameters.empty()) {
    report(function.where, "`" + name + "` needs at least one argument, the outcome");
    return;
  }
  const Type& outcome = function.parameters[0].type;
  if (name.ends_with("_lpmf") && !is_integer_valued(outcome)) {
    report(function.where,
           "the first argument of a mass function (`_lpmf`) must be made of ints, not `" +
               to_text(outcome) + "`",
           "densities of reals end with `_lpdf`");
  }
  if (name.ends_with("_lpdf") && is_integer_valued(outcome)) {
    report(function.where,
           "the first argument of a density (`_lpdf`) must be made of reals, not `" +
               to_text(outcome) + "`",
           "mass functions of ints end with `_lpmf`");
  }
}

void Checker::check_body(Function& function) {
  function_ = &function;
  scopes_.open();
  for (const FunctionParameter& parameter : function.parameters) {
    declare(parameter.name, {.type = parameter.type,
                             .role = Role::kParameter,
                             .is_data = parameter.is_data || parameter.type.base == Base::kInt,
                             .where = function.where});
  }
  ++depth_;
  check_statements(function.body);
  --depth_;
  scopes_.close();
  if (!function.result.is_void() && !always_returns(function.body)) {
    report(function.where,
           "`" + function.name + "` can end without returning " + with_article(function.result),
           "every path through it needs a `return`");
  }
  function_ = nullptr;
}

}  // namespace autumn::stan
