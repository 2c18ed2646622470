// The reach of a statement is what it may do: the variables it mentions and sets, and whether it
// jumps out of itself.
#pragma once

#include <set>
#include <span>
#include <unordered_set>

#include "stan/syntax/ast.h"

namespace autumn::trace {

using StatementSet = std::unordered_set<const stan::Statement*>;

struct Reach {
  std::set<int> mentioned;    // slots, also of what is declared inside
  std::set<int> set;          // slots of what is assigned
  std::set<int> declared;     // slots of what is declared inside
  bool jumps_out = false;     // a return, or a break or continue of a loop around it
  bool has_random = false;    // calls for random numbers
  bool reads_target = false;  // target(), or a function that may read it
};

// The slots that an expression reads.
[[nodiscard]] std::set<int> mentioned_in(const stan::Expr& expression);

[[nodiscard]] Reach reach_of(std::span<const stan::Statement> statements);
[[nodiscard]] inline Reach reach_of(const stan::Statement& statement) {
  return reach_of({&statement, 1});
}

// Statements that are evaluated along paths, and those with which the rest of a block begins that
// is: a declaration whose size depends on parameters goes together with what comes after it.
struct RegionStatements {
  StatementSet single;
  StatementSet first_of_rest;
};

}  // namespace autumn::trace
