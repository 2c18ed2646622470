// This file implements the operations of chains.
#include "evaluate/chain.h"

#include <cmath>

#include "evaluate/bound_instruction.h"
#include "expr/operation.h"

namespace autumn::evaluate {
namespace {

using expr::Op;

double next(double x, const ChainLink* link) {
  return link[1].run(x, link + 1);
}

double add(double x, const ChainLink* link) {
  return next(x + *link->other, link);
}
double subtract(double x, const ChainLink* link) {
  return next(x - *link->other, link);
}
double subtract_from(double x, const ChainLink* link) {
  return next(*link->other - x, link);
}
double multiply(double x, const ChainLink* link) {
  return next(x * *link->other, link);
}
double divide(double x, const ChainLink* link) {
  return next(x / *link->other, link);
}
double divide_into(double x, const ChainLink* link) {
  return next(*link->other / x, link);
}
double negate(double x, const ChainLink* link) {
  return next(-x, link);
}
double square(double x, const ChainLink* link) {
  return next(x * x, link);
}
double exponential(double x, const ChainLink* link) {
  return next(std::exp(x), link);
}
double logarithm(double x, const ChainLink* link) {
  return next(std::log(x), link);
}
double logarithm_of_one_plus(double x, const ChainLink* link) {
  return next(std::log1p(x), link);
}
// Others are called as the reference calls them.
double unary(double x, const ChainLink* link) {
  return next(expr::evaluate_unary(link->op, x), link);
}
double binary(double x, const ChainLink* link) {
  return next(expr::evaluate_binary(link->op, x, *link->other), link);
}
double binary_right(double x, const ChainLink* link) {
  return next(expr::evaluate_binary(link->op, *link->other, x), link);
}

}  // namespace

ChainLink::Run link_run(const Link& link) {
  switch (link.op) {
    case Op::kAdd: return add;
    case Op::kMul: return multiply;
    case Op::kSub: return link.is_right ? subtract_from : subtract;
    case Op::kDiv: return link.is_right ? divide_into : divide;
    case Op::kNegate: return negate;
    case Op::kSquare: return square;
    case Op::kExp: return exponential;
    case Op::kLog: return logarithm;
    case Op::kLog1p: return logarithm_of_one_plus;
    default: break;
  }
  if (expr::class_of(link.op) == expr::OpClass::kUnary) return unary;
  return link.is_right ? binary_right : binary;
}

double end_of_chain(double x, const ChainLink* /*link*/) {
  return x;
}

void run_chain(const BoundInstruction& bound, Strip /*strip*/) {
  const ChainLink* first = bound.detail->links.data();
  *bound.out = first->run(*bound.in[0], first);
}

}  // namespace autumn::evaluate
