// This file puts checking in order: functions first, then the blocks as they stand in a program.
#include "stan/types/check.h"

#include "stan/types/check_state.h"

namespace autumn::stan {

std::vector<Error> check(Program& program) {
  return Checker(program).run();
}

std::vector<Error> Checker::run() {
  scopes_.open();
  check_functions();
  check_block(program_.data, BlockKind::kData);
  check_block(program_.transformed_data, BlockKind::kTransformedData);
  check_block(program_.parameters, BlockKind::kParameters);
  check_block(program_.transformed_parameters, BlockKind::kTransformedParameters);
  scopes_.open();  // what the model block declares is not seen by generated quantities
  check_block(program_.model, BlockKind::kModel);
  scopes_.close();
  check_block(program_.generated_quantities, BlockKind::kGeneratedQuantities);
  return std::move(errors_);
}

void Checker::check_block(Statements& block, BlockKind place) {
  place_ = place;
  for (Statement& statement : block) check(statement);
}

void Checker::report(const SourceRange& where, std::string message, std::string suggestion) {
  if (is_full()) return;
  errors_.push_back({std::move(message), std::move(suggestion), where});
}

ExprFacts merge(ExprFacts a, const ExprFacts& b) {
  a.is_known = a.is_known && b.is_known;
  a.is_data = a.is_data && b.is_data;
  a.is_fixed = a.is_fixed && b.is_fixed;
  return a;
}

std::string with_article(const Type& type) {
  const bool has_vowel = type.array_rank > 0 || type.base == Base::kInt;
  return (has_vowel ? "an `" : "a `") + to_text(type) + "`";
}

std::string list_types(std::span<const Type> types) {
  std::string text;
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (i > 0) text += i + 1 == types.size() ? " or " : ", ";
    text += "`" + to_text(types[i]) + "`";
  }
  return text;
}

std::string list_arguments(std::span<const Type> types) {
  std::string text = "(";
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (i > 0) text += ", ";
    text += to_text(types[i]);
  }
  return text + ")";
}

std::string describe(const Argument& argument) {
  switch (argument.accepts) {
    case Accepts::kOneOf: return list_types(argument.types);
    case Accepts::kAny: return "a value";
    case Accepts::kArray: return "an array";
    case Accepts::kSequence: return "a `vector`, a `row_vector` or an array";
    case Accepts::kContainer: return "a container";
    case Accepts::kElements:
    case Accepts::kLike: return "a number or a container of numbers";
    case Accepts::kDense: return "`real`, `vector`, `row_vector` or `matrix`";
    case Accepts::kInts: return "`int` or an array of ints";
    case Accepts::kRanked:
      return "`" + to_text(argument.types[0]) + "` or an array of " + to_text(argument.types[0]);
    case Accepts::kFunction: return "the name of a function";
  }
  return "";
}

}  // namespace autumn::stan
