// This file finds the types of indexed expressions: which dimensions an index takes away and which
// it keeps.
#include "base/words.h"
#include "stan/types/check_state.h"

namespace autumn::stan {

namespace {

// One dimension after the other, from the left: single indices remove a dimension, ranges and index
// arrays keep it. A matrix loses rows first: m[i] is a row_vector, m[:, j] a vector.
Type indexed_type(const Type& base, const std::vector<bool>& is_single) {
  std::size_t at = 0;
  Type type = base.without_arrays();
  for (std::uint32_t i = 0; i < base.array_rank; ++i, ++at) {
    if (at >= is_single.size() || !is_single[at]) ++type.array_rank;
  }
  const bool drops_row = at < is_single.size() && is_single[at];
  if (type.inner_rank() < 2) {
    if (drops_row) type.base = element_base(base.base);
    return type;
  }
  const bool drops_column = at + 1 < is_single.size() && is_single[at + 1];
  const auto with = [&](Base real) { return base.is_complex() ? complex_base(real) : real; };
  if (drops_row && drops_column) {
    type.base = element_base(base.base);
  } else if (drops_row) {
    type.base = with(Base::kRowVector);
  } else if (drops_column) {
    type.base = with(Base::kVector);
  }
  return type;
}

}  // namespace

// False after an error. Adds the index's flags to those of `base`.
bool Checker::check_index(Index& index, ExprFacts& base, bool& is_single) {
  is_single = false;
  bool is_ok = true;
  if (auto* range = std::get_if<IndexRange>(&index)) {
    for (ExprPtr* bound : {&range->low, &range->high}) {
      if (*bound == nullptr) continue;
      const ExprFacts value = value_of(*bound);
      base = merge(base, value);
      if (!value.is_known || value.type.is_int()) continue;
      report((*bound)->where,
             "a bound of an index range must be `int`, not `" + to_text(value.type) + "`");
      is_ok = false;
    }
    return is_ok;
  }
  ExprPtr& expr = std::get<IndexSingle>(index).value;
  const ExprFacts value = value_of(expr);
  base = merge(base, value);
  is_single = value.type.array_rank == 0;
  if (!value.is_known || value.type.is_int() || value.type == Type{Base::kInt, 1}) return true;
  report(expr->where, "an index must be `int` or `array[] int`, not `" + to_text(value.type) + "`");
  return false;
}

ExprFacts Checker::indexed(ExprFacts base, std::vector<Index>& indices, const SourceRange& where) {
  const Type type = base.type;
  const bool is_base_known = base.is_known;
  std::vector<bool> is_single;
  bool is_ok = true;
  for (Index& index : indices) {
    bool single = false;
    is_ok = check_index(index, base, single) && is_ok;
    is_single.push_back(single);
  }
  if (is_base_known && indices.size() > type.rank()) {
    const bool is_tuple = type.is_tuple() && type.array_rank == 0;
    const std::string most = type.rank() == 0
                                 ? "takes no index"
                                 : "takes at most " + counted(type.rank(), "index", "indices");
    report(where,
           with_article(type) + " " + most + ", but there " +
               (indices.size() == 1 ? "is 1" : "are " + std::to_string(indices.size())),
           is_tuple ? "the parts of a tuple are written t.1, t.2, ..." : "");
    is_ok = false;
  }
  if (!is_ok || !base.is_known) return ExprFacts::unknown();
  base.type = indexed_type(type, is_single);
  return base;
}

}  // namespace autumn::stan
