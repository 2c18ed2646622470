// The loop over the links of a chain.
#include "evaluate/chain.h"

#include <cmath>

#include "evaluate/step.h"
#include "expr/operation.h"

namespace autumn::evaluate {

using expr::Op;

ChainCode chain_code(const Link& link) {
  switch (link.op) {
    case Op::kAdd: return ChainCode::kAdd;
    case Op::kMul: return ChainCode::kMul;
    case Op::kSub: return link.is_right ? ChainCode::kSubFrom : ChainCode::kSub;
    case Op::kDiv: return link.is_right ? ChainCode::kDivInto : ChainCode::kDiv;
    case Op::kNegate: return ChainCode::kNegate;
    case Op::kSquare: return ChainCode::kSquare;
    case Op::kExp: return ChainCode::kExp;
    case Op::kLog: return ChainCode::kLog;
    case Op::kLog1p: return ChainCode::kLog1p;
    default: break;
  }
  if (expr::class_of(link.op) == expr::OpClass::kUnary) return ChainCode::kUnary;
  return link.is_right ? ChainCode::kBinaryRight : ChainCode::kBinary;
}

void run_chain(const Step& step, Strip /*strip*/) {
  double x = *step.in[0];
  for (const ChainLink& link : step.detail->links) {
    switch (link.code) {
      case ChainCode::kAdd: x += *link.other; break;
      case ChainCode::kSub: x -= *link.other; break;
      case ChainCode::kSubFrom: x = *link.other - x; break;
      case ChainCode::kMul: x *= *link.other; break;
      case ChainCode::kDiv: x /= *link.other; break;
      case ChainCode::kDivInto: x = *link.other / x; break;
      case ChainCode::kNegate: x = -x; break;
      case ChainCode::kSquare: x *= x; break;
      case ChainCode::kExp: x = std::exp(x); break;
      case ChainCode::kLog: x = std::log(x); break;
      case ChainCode::kLog1p: x = std::log1p(x); break;
      case ChainCode::kUnary: x = expr::evaluate_unary(link.op, x); break;
      case ChainCode::kBinary: x = expr::evaluate_binary(link.op, x, *link.other); break;
      case ChainCode::kBinaryRight: x = expr::evaluate_binary(link.op, *link.other, x); break;
    }
  }
  *step.out = x;
}

}  // namespace autumn::evaluate
