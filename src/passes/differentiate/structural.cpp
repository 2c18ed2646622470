// This file has the adjoints of operations that move or reduce.
#include "passes/differentiate/adjoints.h"

namespace autumn::passes::adjoints {

bool has_slope(Op op, std::size_t k) {
  switch (op) {
    case Op::kConstant:
    case Op::kSign:
    case Op::kFloor:
    case Op::kCeil:
    case Op::kRound:
    case Op::kTrunc:
    case Op::kNot:
    case Op::kIsNan:
    case Op::kLess:
    case Op::kLessEqual:
    case Op::kEqual:
    case Op::kAnd:
    case Op::kOr: return false;
    case Op::kSelect: return k != 0;
    default: return true;
  }
}

Term structural(const Forward& f, std::size_t k, Term g) {
  const Term x = f.operands[k];
  const Shape shape = x.shape();
  switch (f.op) {
    case Op::kScatterAdd: return gather(g, f.index(), shape);
    case Op::kReshape: return reshape(g, shape);
    case Op::kTranspose: return transpose(g);
    case Op::kBroadcast: return sum(g);
    case Op::kRepeatRows: return col_sums(g);
    case Op::kRepeatCols: return row_sums(g);
    case Op::kSum: return broadcast(g, shape);
    case Op::kRowSums: return repeat_cols(g, shape.cols);
    case Op::kColSums: return repeat_rows(g, shape.rows);
    case Op::kMaxElement:
    case Op::kMinElement: {
      // Elements that are equal share the slope: most often they are one and the same number.
      const Term is_it = x == f.value;
      return select(is_it, g / sum(is_it), 0.0);
    }
    case Op::kLogSumExp: return g * exp(x - f.value);
    case Op::kRowLogSumExp:
      return repeat_cols(g, shape.cols) * exp(x - repeat_cols(f.value, shape.cols));
    case Op::kCumulativeSum: {
      const std::uint32_t flags = f.payload() ^ expr::flag::kReverse;
      return {f.builder(), f.builder().apply(Op::kCumulativeSum, {g.id()}, flags)};
    }
    case Op::kDot: return g * f.operands[1 - k];
    default: return linear_algebra(f, k, g);
  }
}

}  // namespace autumn::passes::adjoints
