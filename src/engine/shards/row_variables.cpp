// This file reads from a program which of its data have rows.
#include "engine/shards/row_variables.h"

#include <fmt/format.h>

#include <optional>
#include <set>

#include "stan/syntax/walk.h"

namespace autumn::engine {
namespace {

using Names = std::set<std::string>;

const std::string* name_of(const stan::Expr& expr) {
  const auto* variable = std::get_if<stan::Variable>(&expr.node);
  return variable == nullptr ? nullptr : &variable->name;
}

// The first of these names in the statement or inside of it; null if there is none.
const stan::Expr* first_use(const stan::Statement& outer, const Names& names) {
  const stan::Expr* found = nullptr;
  stan::each_statement(outer, [&](const stan::Statement& statement) {
    stan::each_expression(statement, [&](const stan::Expr& whole) {
      stan::each_inside(whole, [&](const stan::Expr& expr) {
        const std::string* name = name_of(expr);
        if (found == nullptr && name != nullptr && names.contains(*name)) found = &expr;
      });
    });
  });
  return found;
}

const stan::ExprPtr* first_size(const stan::DeclaredType& type) {
  using Kind = stan::DeclaredKind;
  if (!type.array_sizes.empty()) return &type.array_sizes[0];
  const bool has_rows =
      type.kind == Kind::kVector || type.kind == Kind::kRowVector || type.kind == Kind::kMatrix;
  return has_rows && !type.sizes.empty() ? &type.sizes[0] : nullptr;
}

std::size_t uses_of(const stan::Statement& statement, const std::string& count) {
  std::size_t uses = 0;
  stan::each_expression(statement, [&](const stan::Expr& whole) {
    stan::each_inside(whole, [&](const stan::Expr& expr) {
      const std::string* name = name_of(expr);
      uses += name != nullptr && *name == count ? 1 : 0;
    });
  });
  return uses;
}

Error refused(std::string message, std::string suggestion, const SourceRange& where) {
  return {std::move(message), std::move(suggestion), where};
}

// Of the data block: whether it has rows.
Result<bool> has_rows(const stan::Statement& statement, const std::string& count) {
  const auto* declared = std::get_if<stan::Declaration>(&statement.node);
  const std::size_t uses = declared == nullptr ? 0 : uses_of(statement, count);
  if (uses == 0) return false;
  const stan::ExprPtr* size = first_size(declared->type);
  const std::string* name = size == nullptr ? nullptr : name_of(**size);
  if (uses == 1 && name != nullptr && *name == count && declared->type.parts.empty()) return true;
  return refused(
      fmt::format("`{}` uses `{}` in another way than as its first size", declared->name, count),
      "--shard divides data by their first index only", statement.where);
}

// What is computed of rows depends on them; variables are not told apart further.
void add_transformed(const stan::Statements& block, Names& names) {
  bool reads_rows = false;
  for (const stan::Statement& statement : block) {
    reads_rows = reads_rows || first_use(statement, names) != nullptr;
  }
  if (!reads_rows) return;
  stan::each_statement(block, [&](const stan::Statement& statement) {
    const auto* declared = std::get_if<stan::Declaration>(&statement.node);
    if (declared != nullptr) names.insert(declared->name);
  });
}

Status check_block(const stan::Statements& block, const Names& names, const std::string& what) {
  for (const stan::Statement& statement : block) {
    const stan::Expr* use = first_use(statement, names);
    if (use == nullptr) continue;
    return refused(fmt::format("{} read `{}`, of which --shard gives a process some rows only",
                               what, *name_of(*use)),
                   "compute it in the model block, where nothing is saved, or leave it out",
                   use->where);
  }
  return Done{};
}

// Who prints or rejects does so for some rows, and who says why knows some rows only.
Status check_silent(const stan::Statements& block) {
  std::optional<SourceRange> speaks;
  stan::each_statement(block, [&](const stan::Statement& statement) {
    const bool is_report = std::holds_alternative<stan::ReportStatement>(statement.node);
    if (is_report && !speaks) speaks = statement.where;
  });
  if (!speaks) return Done{};
  return refused("a program that prints or rejects cannot be divided by --shard",
                 "leave print(), reject() and fatal_error() out", *speaks);
}

Status check_silent(const stan::Program& program) {
  for (const stan::Function& function : program.functions) {
    if (Status status = check_silent(function.body); !status) return status;
  }
  if (Status status = check_silent(program.transformed_data); !status) return status;
  if (Status status = check_silent(program.transformed_parameters); !status) return status;
  return check_silent(program.model);
}

bool is_count(const stan::Statement& statement, const std::string& name) {
  const auto* declared = std::get_if<stan::Declaration>(&statement.node);
  return declared != nullptr && declared->name == name && declared->type.array_sizes.empty() &&
         declared->type.kind == stan::DeclaredKind::kInt;
}

}  // namespace

Result<RowVariables> find_row_variables(const stan::Program& program, const std::string& count) {
  RowVariables rows{.count = count, .names = {}};
  bool is_there = false;
  for (const stan::Statement& statement : program.data) {
    is_there = is_there || is_count(statement, count);
    const auto has = has_rows(statement, count);
    if (!has) return has.error();
    if (has.value()) rows.names.push_back(std::get<stan::Declaration>(statement.node).name);
  }
  if (!is_there || rows.names.empty()) {
    return refused(fmt::format("the data block has no rows counted by an int `{}`", count),
                   "--shard takes the name of the variable that is the number of rows", {});
  }
  Names names(rows.names.begin(), rows.names.end());
  names.insert(count);
  add_transformed(program.transformed_data, names);
  const std::pair<const stan::Statements*, const char*> blocks[] = {
      {&program.parameters, "parameters"},
      {&program.transformed_parameters, "transformed parameters"},
      {&program.generated_quantities, "generated quantities"}};
  for (const auto& [block, what] : blocks) {
    if (Status status = check_block(*block, names, what); !status) return status.error();
  }
  if (Status status = check_silent(program); !status) return status.error();
  return rows;
}

}  // namespace autumn::engine
