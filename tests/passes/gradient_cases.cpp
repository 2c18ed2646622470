// This file has the tables of cases of the gradient law, by the kind of operation.
#include "gradient_cases.h"

namespace autumn::passes {

using namespace testing;  // NOLINT: test helpers
namespace flag = expr::flag;

std::map<Op, Ranges> elementwise_ranges() {
  const Range any{-2.0, 2.0};
  const Range positive{0.3, 3.0};
  const Range unit{0.1, 0.9};
  const Range inside{-0.9, 0.9};
  const Range between{0.2, 0.4};  // between two jumps of everything that rounds
  return {
      {Op::kNegate, {any}},
      {Op::kExp, {any}},
      {Op::kLog, {positive}},
      {Op::kLog1p, {inside}},
      {Op::kLog1m, {inside}},
      {Op::kExpm1, {any}},
      {Op::kSqrt, {positive}},
      {Op::kSquare, {any}},
      {Op::kInverse, {positive}},
      {Op::kAbs, {{-3.0, -0.2}}},
      {Op::kSign, {positive}},
      {Op::kFloor, {between}},
      {Op::kCeil, {between}},
      {Op::kRound, {between}},
      {Op::kTrunc, {between}},
      {Op::kSin, {any}},
      {Op::kCos, {any}},
      {Op::kTan, {{-1.2, 1.2}}},
      {Op::kAsin, {inside}},
      {Op::kAcos, {inside}},
      {Op::kAtan, {any}},
      {Op::kSinh, {any}},
      {Op::kCosh, {any}},
      {Op::kTanh, {any}},
      {Op::kAsinh, {any}},
      {Op::kAcosh, {{1.2, 4.0}}},
      {Op::kAtanh, {inside}},
      {Op::kLogit, {unit}},
      {Op::kInvLogit, {{-6.0, 6.0}}},
      {Op::kLog1pExp, {{-6.0, 6.0}}},
      {Op::kLog1mExp, {{-4.0, -0.2}}},
      {Op::kLogInvLogit, {{-6.0, 6.0}}},
      {Op::kErf, {any}},
      {Op::kErfc, {any}},
      {Op::kNormalCdf, {any}},
      {Op::kLogNormalCdf, {{-6.0, 3.0}}},
      {Op::kInvMills, {{-6.0, 3.0}}},
      {Op::kInvNormalCdf, {unit}},
      {Op::kLgamma, {positive}},
      {Op::kDigamma, {positive}},
      {Op::kTrigamma, {positive}},
      {Op::kLogBesselI0, {{-4.0, 8.0}}},
      {Op::kBesselRatio, {{-4.0, 8.0}}},
      {Op::kNot, {positive}},
      {Op::kIsNan, {any}},
      {Op::kAdd, {any, any}},
      {Op::kSub, {any, any}},
      {Op::kMul, {any, any}},
      {Op::kDiv, {any, positive}},
      {Op::kDivOrZero, {any, positive}},
      {Op::kPow, {positive, any}},
      {Op::kMin, {any, any}},
      {Op::kMax, {any, any}},
      {Op::kFmod, {{5.3, 5.8}, {1.5, 1.7}}},
      {Op::kAtan2, {any, positive}},
      {Op::kLess, {unit, {1.2, 2.0}}},
      {Op::kLessEqual, {unit, {1.2, 2.0}}},
      {Op::kEqual, {unit, {1.2, 2.0}}},
      {Op::kAnd, {positive, positive}},
      {Op::kOr, {positive, positive}},
      {Op::kLogAddExp, {any, any}},
      {Op::kLogDiffExp, {{1.0, 3.0}, {-2.0, 0.5}}},
      {Op::kLmultiply, {any, positive}},
      {Op::kMultiplyLog1m, {any, inside}},
      {Op::kLbeta, {positive, positive}},
      {Op::kLchoose, {{4.0, 8.0}, {0.5, 3.5}}},
      {Op::kLogRising, {positive, positive}},
      {Op::kDigammaDiff, {positive, positive}},
      {Op::kTrigammaDiff, {positive, positive}},
      {Op::kPolygamma, {{1.0, 3.0, true}, positive}},
      {Op::kOwensT, {any, any}},
      {Op::kLogGammaP, {positive, positive}},
      {Op::kLogGammaQ, {positive, positive}},
      {Op::kSelect, {{0.0, 1.0, true}, any, any}},
      {Op::kLogIncBeta, {positive, positive, unit}},
  };
}

std::map<Op, std::string> excused() {
  return {
      {Op::kConstant, "has no operand"},
      {Op::kInput, "has no operand; every other case differentiates by inputs"},
      {Op::kDeferred, "has no meaning of its own"},
      {Op::kLogGammaPDa, "exists only as a derivative"},
      {Op::kLogGammaQDa, "exists only as a derivative"},
      {Op::kLogIncBetaDa, "exists only as a derivative"},
      {Op::kLogIncBetaDb, "exists only as a derivative"},
  };
}

namespace {

Term symmetric_plus(Term a, double diagonal) {
  const std::vector<double> weights(a.shape().rows, diagonal);
  const Term d(a.builder(), a.builder().constant(Shape::vector(a.shape().rows), weights));
  return matmul(a, a, flag::kTransposeRight) + diagonal_matrix(d);
}

Term with_flag(Op op, Term a, Term b, std::uint32_t flags) {
  return {a.builder(), a.builder().apply(op, {a.id(), b.id()}, flags)};
}

std::vector<GradientCase> matmul_cases() {
  std::vector<GradientCase> cases;
  const auto m = [](std::size_t r, std::size_t c) { return Shape::matrix(r, c); };
  const auto v = [](std::size_t n) { return Shape::vector(n); };
  const std::vector<std::tuple<Shape, Shape, std::uint32_t>> all = {
      {m(2, 3), m(3, 4), 0}, {m(3, 2), m(3, 4), 1}, {m(2, 3), m(4, 3), 2}, {m(3, 2), m(4, 3), 3},
      {m(2, 3), v(3), 0},    {m(3, 2), v(3), 1},    {m(3, 1), v(4), 2},    {m(1, 3), v(4), 3},
      {v(3), m(1, 4), 0},    {v(3), m(3, 4), 1},    {v(3), m(4, 1), 2},    {v(3), m(4, 3), 3},
      {v(3), v(1), 0},       {v(3), v(3), 1},       {v(3), v(4), 2},       {v(1), v(4), 3},
  };
  for (const auto& [a, b, flags] : all) {
    const std::string name =
        "matmul " + to_text(a) + " " + to_text(b) + " flags " + std::to_string(flags);
    cases.push_back({Op::kMatmul, name, {a, b}, [f = flags](const std::vector<Term>& x) {
                       return matmul(x[0], x[1], f);
                     }});
  }
  return cases;
}

std::vector<GradientCase> solve_cases() {
  std::vector<GradientCase> cases;
  for (const std::uint32_t flags : {0U, 1U}) {
    for (const Shape b : {Shape::vector(3), Shape::matrix(3, 2)}) {
      const std::string suffix = " " + to_text(b) + " flags " + std::to_string(flags);
      cases.push_back({Op::kTriSolve,
                       "tri_solve" + suffix,
                       {Shape::matrix(3, 3), b},
                       [flags](const std::vector<Term>& x) {
                         return with_flag(Op::kTriSolve, x[0], x[1], flags);
                       }});
      cases.push_back({Op::kSolve,
                       "solve" + suffix,
                       {Shape::matrix(3, 3), b},
                       [flags](const std::vector<Term>& x) {
                         return with_flag(Op::kSolve, symmetric_plus(x[0], 1.0) + x[0], x[1],
                                          flags);
                       }});
    }
  }
  return cases;
}

std::vector<GradientCase> move_cases() {
  const Shape v6 = Shape::vector(6);
  const Shape m23 = Shape::matrix(2, 3);
  using Terms = const std::vector<Term>&;
  return {
      {Op::kGather, "gather a range", {v6}, [](Terms x) { return slice(x[0], 1, 3); }},
      {Op::kGather,
       "gather with repeats",
       {v6},
       [](Terms x) { return gather(x[0], Index::list({5, 0, 0, 3})); }},
      {Op::kGather,
       "several gathers of one array",
       {v6},
       [](Terms x) { return element(x[0], 1) * slice(x[0], 0, 3) + element(x[0], 5); }},
      {Op::kGather,
       "a matrix gathered from a scalar",
       {Shape::scalar()},
       [](Terms x) { return gather(x[0], Index::list({0, 0, 0, 0}), Shape::matrix(2, 2)); }},
      {Op::kScatterAdd,
       "scatter_add",
       {v6},
       [](Terms x) {
         return scatter_add(x[0], Index::list({0, 3, 3, 1, 0, 2}), Shape::vector(5));
       }},
      {Op::kScatterAdd,
       "diagonal_matrix",
       {Shape::vector(3)},
       [](Terms x) { return diagonal_matrix(x[0]); }},
      {Op::kConcat,
       "concat",
       {v6, Shape::scalar(), m23},
       [](Terms x) { return expr::concat({x[2], x[1], x[0], x[1]}); }},
      {Op::kReshape, "reshape", {v6}, [](Terms x) { return reshape(x[0], Shape::matrix(3, 2)); }},
      {Op::kTranspose, "transpose", {m23}, [](Terms x) { return transpose(x[0]); }},
      {Op::kBroadcast,
       "broadcast",
       {Shape::scalar()},
       [](Terms x) { return broadcast(x[0], Shape::matrix(2, 3)); }},
      {Op::kRepeatRows, "repeat_rows", {v6}, [](Terms x) { return repeat_rows(x[0], 3); }},
      {Op::kRepeatCols, "repeat_cols", {v6}, [](Terms x) { return repeat_cols(x[0], 3); }},
  };
}

std::vector<GradientCase> reduction_cases() {
  const Shape v6 = Shape::vector(6);
  const Shape m23 = Shape::matrix(2, 3);
  using Terms = const std::vector<Term>&;
  return {
      {Op::kSum, "sum", {m23}, [](Terms x) { return exp(sum(x[0])); }, -0.5, 0.5},
      {Op::kRowSums, "row_sums", {m23}, [](Terms x) { return row_sums(x[0]); }},
      {Op::kColSums, "col_sums", {m23}, [](Terms x) { return col_sums(x[0]); }},
      {Op::kMaxElement, "max_element", {m23}, [](Terms x) { return max_element(x[0]); }},
      {Op::kMinElement, "min_element", {v6}, [](Terms x) { return min_element(x[0]); }},
      {Op::kLogSumExp, "log_sum_exp", {v6}, [](Terms x) { return log_sum_exp(x[0]); }},
      {Op::kLogSumExp, "log_softmax", {v6}, [](Terms x) { return log_softmax(x[0]); }},
      {Op::kRowLogSumExp, "row_log_sum_exp", {m23}, [](Terms x) { return row_log_sum_exp(x[0]); }},
      {Op::kRowLogSumExp, "softmax of rows", {m23}, [](Terms x) { return softmax(x[0]); }},
      {Op::kCumulativeSum, "cumulative_sum", {v6}, [](Terms x) { return cumulative_sum(x[0]); }},
      {Op::kCumulativeSum,
       "reverse_cumulative_sum",
       {v6},
       [](Terms x) { return reverse_cumulative_sum(x[0]); }},
      {Op::kCumulativeSum, "along rows", {m23}, [](Terms x) { return cumulative_sum(x[0]); }},
      {Op::kDot, "dot", {m23, m23}, [](Terms x) { return dot(x[0], x[1]); }},
      {Op::kDot, "dot with itself", {v6}, [](Terms x) { return dot(x[0], x[0]); }},
  };
}

std::vector<GradientCase> factorisation_cases() {
  const Shape m33 = Shape::matrix(3, 3);
  using Terms = const std::vector<Term>&;
  // Near the identity every entry can be moved alone: the factorisation reads the lower ones only.
  const auto near_identity = [](Term x) {
    const std::vector<double> four(3, 4.0);
    return x + diagonal_matrix(Term(x.builder(), x.builder().constant(Shape::vector(3), four)));
  };
  return {
      {Op::kCholesky,
       "cholesky, single entries",
       {m33},
       [=](Terms x) { return cholesky(near_identity(x[0])); },
       -0.5,
       0.5},
      {Op::kCholesky,
       "cholesky, symmetric",
       {m33},
       [](Terms x) { return cholesky(symmetric_plus(x[0], 0.5)); }},
      {Op::kCholesky,
       "spd_solve",
       {m33, Shape::vector(3)},
       [](Terms x) { return spd_solve(symmetric_plus(x[0], 0.5), x[1]); }},
      {Op::kLogAbsDet,
       "log_abs_det",
       {m33},
       [=](Terms x) { return log_abs_det(near_identity(x[0])); },
       -0.5,
       0.5},
      {Op::kLowerTriangle, "lower_triangle", {m33}, [](Terms x) { return lower_triangle(x[0]); }},
      {Op::kLowerTriangle,
       "lower_triangle, half diagonal",
       {m33},
       [](Terms x) { return lower_triangle(x[0], flag::kHalfDiagonal); }},
  };
}

Term kernel_value(std::shared_ptr<const expr::Kernel> kernel, const std::vector<Term>& x) {
  std::vector<NodeId> ids;
  for (const Term& term : x) ids.push_back(term.id());
  Builder& builder = x[0].builder();
  return {builder, builder.part(builder.kernel(std::move(kernel), ids), 0)};
}

std::vector<GradientCase> kernel_cases() {
  const auto quadratic = std::make_shared<QuadraticForm>();
  const auto map = std::make_shared<SmallMap>();
  using Terms = const std::vector<Term>&;
  return {
      {Op::kKernel,
       "a kernel with scalar value",
       {Shape::vector(3), Shape::matrix(3, 3)},
       [=](Terms x) { return kernel_value(quadratic, x); }},
      {Op::kPart,
       "a kernel with matrix value",
       {Shape::vector(2), Shape::scalar()},
       [=](Terms x) { return kernel_value(map, {exp(x[0]), x[1]}); }},
      {Op::kPart,
       "a kernel with some constant operands",
       {Shape::vector(2)},
       [=](Terms x) { return kernel_value(map, {x[0], constant(x[0].builder(), 1.5)}); }},
  };
}

}  // namespace

std::vector<GradientCase> structural_cases() {
  std::vector<GradientCase> cases;
  for (const auto& list : {move_cases(), reduction_cases(), matmul_cases(), solve_cases(),
                           factorisation_cases(), kernel_cases()}) {
    cases.insert(cases.end(), list.begin(), list.end());
  }
  return cases;
}

}  // namespace autumn::passes
