// This file checks declarations: names, sizes, bounds and first values.
#include <algorithm>

#include "stan/types/check_state.h"

namespace autumn::stan {

namespace {

bool has_ints(const Type& type) {
  return type.base == Base::kInt || std::ranges::any_of(type.parts, has_ints);
}

}  // namespace

// Sizes and bounds, of the parts of a tuple as well.
void Checker::check_declared(DeclaredType& declared, bool is_global) {
  const Type type = declared.type();
  for (ExprPtr& size : declared.array_sizes) check_size(size, is_global);
  for (ExprPtr& size : declared.sizes) check_size(size, is_global);
  check_bound(declared.lower, type, "lower bound");
  check_bound(declared.upper, type, "upper bound");
  check_bound(declared.offset, type, "offset");
  check_bound(declared.multiplier, type, "multiplier");
  for (DeclaredType& part : declared.parts) check_declared(part, is_global);
}

void Checker::check_declaration(Declaration& declaration, const SourceRange& where) {
  const bool is_global =
      depth_ == 0 && place_ != BlockKind::kModel && place_ != BlockKind::kFunctions;
  const Type type = declaration.type.type();
  check_declared(declaration.type, is_global);
  const bool is_parameter =
      place_ == BlockKind::kParameters || place_ == BlockKind::kTransformedParameters;
  if (is_global && is_parameter && has_ints(type)) {
    report(where,
           "`" + declaration.name + "` is `" + to_text(type) + "`, but the " +
               std::string(to_text(place_)) + " block cannot hold ints",
           place_ == BlockKind::kParameters
               ? "discrete unknowns have to be summed out; see the user's guide on mixtures"
               : "declare it inside a local block { ... }, or in generated quantities");
  }
  if (declaration.initial != nullptr) check_initial(declaration.initial, type);
  const bool is_data = place_ == BlockKind::kData || place_ == BlockKind::kTransformedData;
  declare(declaration.name, {.type = type,
                             .place = place_,
                             .is_data = is_data || type.base == Base::kInt,
                             .where = where});
}

void Checker::check_size(ExprPtr& size, bool is_global) {
  if (size == nullptr) return;
  const ExprFacts value = value_of(size);
  if (!value.is_known) return;
  if (!value.type.is_int()) {
    report(size->where, "a size must be `int`, not `" + to_text(value.type) + "`");
  } else if (is_global && !value.is_fixed) {
    report(size->where, "the size of a variable of a program block can depend on data only",
           "use variables of the data and transformed data blocks");
  }
}

// A scalar, or one value per element.
void Checker::check_bound(ExprPtr& bound, const Type& type, std::string_view what) {
  if (bound == nullptr) return;
  const ExprFacts value = value_of(bound);
  if (!value.is_known) return;
  const Type scalar{type.base == Base::kInt ? Base::kInt : Base::kReal, 0};
  if (converts(value.type, scalar) || converts(value.type, type)) return;
  const std::vector<Type> wanted =
      scalar == type ? std::vector<Type>{scalar} : std::vector<Type>{scalar, type};
  report(bound->where, "the " + std::string(what) + " must be " + list_types(wanted) + ", not `" +
                           to_text(value.type) + "`");
}

void Checker::check_initial(ExprPtr& initial, const Type& type) {
  const ExprFacts value = value_of(initial);
  if (!value.is_known || converts(value.type, type)) return;
  report(initial->where,
         with_article(value.type) + " cannot be the value of a variable of type `" + to_text(type) +
             "`",
         converts(type, value.type) ? lost_part_hint(value.type) : "");
}

void Checker::declare(const std::string& name, Symbol symbol) {
  const SourceRange where = symbol.where;
  if (scopes_.declare(name, symbol)) return;
  const Symbol* first = scopes_.find(name);
  const std::string line =
      first->where.is_known() ? " on line " + std::to_string(first->where.line) : "";
  report(where, "`" + name + "` is declared already" + line,
         "a variable cannot hide another one: choose another name");
}

}  // namespace autumn::stan
