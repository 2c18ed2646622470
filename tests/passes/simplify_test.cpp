// These tests look at the rules of `simplify`: what becomes what, what must stay, and that values
// stay.
#include <functional>

#include "passes/share.h"
#include "passes/simplify.h"
#include "support.h"

namespace autumn::passes {
namespace {

using namespace testing;  // NOLINT: test helpers
namespace flag = expr::flag;

// The arguments of the expressions below.
struct Arguments {
  Builder& b;
  Term s;  // scalars
  Term t;
  Term x;  // vectors of 4
  Term y;
  Term m;  // a 2 x 3 matrix
  Term n;
  Term c;  // a constant vector of 4
};

using Expression = std::function<Term(const Arguments&)>;

Graph build(const Expression& expression) {
  Builder b;
  const auto input = [&](const char* name, Shape shape) { return Term(b, b.input(name, shape)); };
  const Term s = input("s", Shape::scalar());
  const Term t = input("t", Shape::scalar());
  const Term x = input("x", Shape::vector(4));
  const Term y = input("y", Shape::vector(4));
  const Term m = input("m", Shape::matrix(2, 3));
  const Term n = input("n", Shape::matrix(2, 3));
  const std::vector<double> numbers{0.5, 1.5, 2.0, 3.5};
  const Term c(b, b.constant(Shape::vector(4), numbers));
  const NodeId output = expression({b, s, t, x, y, m, n, c}).id();
  return std::move(b).finish({output});
}

std::vector<Array> random_inputs(const Graph& graph, double low, double high) {
  std::mt19937_64 random(5);
  std::vector<Array> inputs;
  for (const auto& input : graph.inputs()) {
    inputs.push_back(random_array(random, input.shape, low, high));
  }
  return inputs;
}

struct Rewrite {
  const char* name;
  Expression from;
  Expression to;
};

std::vector<Rewrite> sum_rewrites() {
  using A = const Arguments&;
  return {
      {"x + 0", [](A a) { return a.x + 0.0; }, [](A a) { return a.x; }},
      {"0 + x", [](A a) { return 0.0 + a.x; }, [](A a) { return a.x; }},
      {"x - 0", [](A a) { return a.x - 0.0; }, [](A a) { return a.x; }},
      {"0 - x", [](A a) { return 0.0 - a.x; }, [](A a) { return -a.x; }},
      {"-(-x)", [](A a) { return -(-a.x); }, [](A a) { return a.x; }},
      {"x + (-y)", [](A a) { return a.x + (-a.y); }, [](A a) { return a.x - a.y; }},
      {"(-x) + y", [](A a) { return -a.x + a.y; }, [](A a) { return a.y - a.x; }},
      {"x - (-y)", [](A a) { return a.x - (-a.y); }, [](A a) { return a.x + a.y; }},
      {"-x - y", [](A a) { return -a.x - a.y; }, [](A a) { return -(a.x + a.y); }},
      {"-X - s", [](A a) { return -a.x - a.s; }, [](A a) { return -a.s - a.x; }},
      {"-(x - y)", [](A a) { return -(a.x - a.y); }, [](A a) { return a.y - a.x; }},
      {"(s + 1) + 2", [](A a) { return (a.s + 1.0) + 2.0; }, [](A a) { return a.s + 3.0; }},
      {"(s - 1) - 2", [](A a) { return (a.s - 1.0) - 2.0; }, [](A a) { return -3.0 + a.s; }},
      {"1 - (2 - s)", [](A a) { return 1.0 - (2.0 - a.s); }, [](A a) { return -1.0 + a.s; }},
      {"1 - (s + 2)", [](A a) { return 1.0 - (a.s + 2.0); }, [](A a) { return -1.0 - a.s; }},
      {"(X + s) + t", [](A a) { return (a.x + a.s) + a.t; }, [](A a) { return (a.s + a.t) + a.x; }},
      {"s - (X - t)", [](A a) { return a.s - (a.x - a.t); }, [](A a) { return (a.s + a.t) - a.x; }},
      {"(s - X) - t", [](A a) { return (a.s - a.x) - a.t; }, [](A a) { return (a.s - a.t) - a.x; }},
      {"-(1 + s)", [](A a) { return -(1.0 + a.s); }, [](A a) { return -1.0 - a.s; }},
  };
}

std::vector<Rewrite> product_rewrites() {
  using A = const Arguments&;
  return {
      {"x * 1", [](A a) { return a.x * 1.0; }, [](A a) { return a.x; }},
      {"x / 1", [](A a) { return a.x / 1.0; }, [](A a) { return a.x; }},
      {"x * -1", [](A a) { return a.x * -1.0; }, [](A a) { return -a.x; }},
      {"x * x", [](A a) { return a.x * a.x; }, [](A a) { return square(a.x); }},
      {"-(2 x)", [](A a) { return -(2.0 * a.x); }, [](A a) { return -2.0 * a.x; }},
      {"2 (-x)", [](A a) { return 2.0 * -a.x; }, [](A a) { return -2.0 * a.x; }},
      {"-(s X)", [](A a) { return -(a.s * a.x); }, [](A a) { return -a.s * a.x; }},
      {"s (-X)", [](A a) { return a.s * -a.x; }, [](A a) { return -a.s * a.x; }},
      {"(-x) (-y)", [](A a) { return -a.x * -a.y; }, [](A a) { return a.x * a.y; }},
      {"-x / y", [](A a) { return -a.x / a.y; }, [](A a) { return -(a.x / a.y); }},
      {"s / -X", [](A a) { return a.s / -a.x; }, [](A a) { return -a.s / a.x; }},
      {"-(2 / x)", [](A a) { return -(2.0 / a.x); }, [](A a) { return -2.0 / a.x; }},
      {"(s 2) 3", [](A a) { return (a.s * 2.0) * 3.0; }, [](A a) { return 6.0 * a.s; }},
      {"s (t X)", [](A a) { return a.s * (a.t * a.x); }, [](A a) { return (a.s * a.t) * a.x; }},
      {"3 (2 / s)", [](A a) { return 3.0 * (2.0 / a.s); }, [](A a) { return 6.0 / a.s; }},
      {"6 / (2 s)", [](A a) { return 6.0 / (2.0 * a.s); }, [](A a) { return 3.0 / a.s; }},
      {"(2 x) / y", [](A a) { return 2.0 * a.x / a.y; }, [](A a) { return 2.0 * (a.x / a.y); }},
      {"1 / x", [](A a) { return 1.0 / a.x; }, [](A a) { return inverse(a.x); }},
      {"X / s", [](A a) { return a.x / a.s; }, [](A a) { return inverse(a.s) * a.x; }},
      {"s / 4", [](A a) { return a.s / 4.0; }, [](A a) { return 0.25 * a.s; }},
      {"(1 / x) y", [](A a) { return inverse(a.x) * a.y; }, [](A a) { return a.y / a.x; }},
      {"x / (1 / y)", [](A a) { return a.x / inverse(a.y); }, [](A a) { return a.x * a.y; }},
      {"x ^ 1", [](A a) { return pow(a.x, 1.0); }, [](A a) { return a.x; }},
      {"x ^ 2", [](A a) { return pow(a.x, 2.0); }, [](A a) { return square(a.x); }},
      {"x ^ 0.5", [](A a) { return pow(a.x, 0.5); }, [](A a) { return sqrt(a.x); }},
      {"x ^ -1", [](A a) { return pow(a.x, -1.0); }, [](A a) { return inverse(a.x); }},
      {"x ^ 0", [](A a) { return pow(a.x, 0.0); },
       [](A a) { return broadcast(constant(a.b, 1.0), Shape::vector(4)); }},
      {"2 log x", [](A a) { return lmultiply(2.0, a.x); }, [](A a) { return 2.0 * log(a.x); }},
  };
}

std::vector<Rewrite> function_rewrites() {
  using A = const Arguments&;
  return {
      {"square(-x)", [](A a) { return square(-a.x); }, [](A a) { return square(a.x); }},
      {"square(abs x)", [](A a) { return square(abs(a.x)); }, [](A a) { return square(a.x); }},
      {"sqrt(square x)", [](A a) { return sqrt(square(a.x)); }, [](A a) { return abs(a.x); }},
      {"log(exp x)", [](A a) { return log(exp(a.x)); }, [](A a) { return a.x; }},
      {"log(sqrt x)", [](A a) { return log(sqrt(a.x)); }, [](A a) { return 0.5 * log(a.x); }},
      {"log(1 + x)", [](A a) { return log(1.0 + a.x); }, [](A a) { return log1p(a.x); }},
      {"log(1 - s)", [](A a) { return log(1.0 - a.s / 9.0); },
       [](A a) { return log1m(a.s / 9.0); }},
      {"log(inv_logit x)", [](A a) { return log(inv_logit(a.x)); },
       [](A a) { return log_inv_logit(a.x); }},
      {"log1m(inv_logit x)", [](A a) { return log1m(inv_logit(a.x)); },
       [](A a) { return log_inv_logit(-a.x); }},
      {"log(Phi x)", [](A a) { return log(normal_cdf(a.x)); },
       [](A a) { return log_normal_cdf(a.x); }},
      {"min(x, x)", [](A a) { return min(a.x, a.x); }, [](A a) { return a.x; }},
      {"select(1, s, X)", [](A a) { return select(constant(a.b, 1.0), a.s, a.x); },
       [](A a) { return broadcast(a.s, Shape::vector(4)); }},
      {"select(0, s, X)", [](A a) { return select(constant(a.b, 0.0), a.s, a.x); },
       [](A a) { return a.x; }},
      {"select(c, x, x)", [](A a) { return select(a.y, a.x, a.x); }, [](A a) { return a.x; }},
      {"select(not c, x, y)", [](A a) { return select(!(a.x < a.y), a.x, a.y); },
       [](A a) { return select(a.x < a.y, a.y, a.x); }},
      {"select(c, x + z, y + z)", [](A a) { return select(a.x < a.y, a.x + a.s, a.s + a.y); },
       [](A a) { return select(a.x < a.y, a.x, a.y) + a.s; }},
      {"select(c, x * z, y * z)", [](A a) { return select(a.x < a.y, a.x * a.s, a.s * a.y); },
       [](A a) { return select(a.x < a.y, a.x, a.y) * a.s; }},
      {"1 and (x < y)", [](A a) { return (a.x < a.y) && 1.0; }, [](A a) { return a.x < a.y; }},
      {"0 or (x < y)", [](A a) { return (a.x < a.y) || 0.0; }, [](A a) { return a.x < a.y; }},
  };
}

std::vector<Rewrite> elementwise_rewrites() {
  using A = const Arguments&;
  const auto index = Index::list({0, 1, 1, 3, 2, 0});
  return {
      {"broadcast(s) * x", [](A a) { return broadcast(a.s, Shape::vector(4)) * a.x; },
       [](A a) { return a.s * a.x; }},
      {"exp(broadcast s)", [](A a) { return exp(broadcast(a.s, Shape::vector(4))); },
       [](A a) { return broadcast(exp(a.s), Shape::vector(4)); }},
      {"x * ones",
       [](A a) {
         const std::vector<double> ones(4, 1.0);
         return a.x * Term(a.b, a.b.constant(Shape::vector(4), ones));
       },
       [](A a) { return a.x; }},
      {"repeat_rows(x) + repeat_rows(y)",
       [](A a) { return repeat_rows(a.x, 3) + repeat_rows(a.y, 3); },
       [](A a) { return repeat_rows(a.x + a.y, 3); }},
      {"exp(repeat_cols x)", [](A a) { return exp(repeat_cols(a.x, 3)); },
       [](A a) { return repeat_cols(exp(a.x), 3); }},
      {"log(x[i])", [=](A a) { return log(gather(a.x, index)); },
       [=](A a) { return gather(log(a.x), index); }},
      {"x[i] / y[i]", [=](A a) { return gather(a.x, index) / gather(a.y, index); },
       [=](A a) { return gather(a.x / a.y, index); }},
  };
}

std::vector<Rewrite> reduction_rewrites() {
  using A = const Arguments&;
  const auto index = Index::list({0, 1, 1, 3, 2, 0});
  const auto small = [](A a, std::vector<double> numbers) {
    return Term(a.b, a.b.constant(Shape::vector(numbers.size()), numbers));
  };
  return {
      {"sum(broadcast s)", [](A a) { return sum(broadcast(a.s, Shape::vector(4))); },
       [](A a) { return 4.0 * a.s; }},
      {"sum(2 x)", [](A a) { return sum(2.0 * a.x); }, [](A a) { return 2.0 * sum(a.x); }},
      {"sum(s x)", [](A a) { return sum(a.x * a.s); }, [](A a) { return a.s * sum(a.x); }},
      {"sum(x / s)", [](A a) { return sum(a.x / a.s); }, [](A a) { return sum(a.x) / a.s; }},
      {"sum(-x)", [](A a) { return sum(-a.x); }, [](A a) { return -sum(a.x); }},
      {"sum(x + s)", [](A a) { return sum(a.x + a.s); },
       [](A a) {
         const Term spread = 4.0 * a.s;  // the first to be built, whatever a compiler begins with
         return sum(a.x) + spread;
       }},
      {"sum(s - x)", [](A a) { return sum(a.s - a.x); }, [](A a) { return 4.0 * a.s - sum(a.x); }},
      {"sum(x + c)", [](A a) { return sum(a.x + a.c); }, [](A a) { return 7.5 + sum(a.x); }},
      {"sum(x * y)", [](A a) { return sum(a.x * a.y); }, [](A a) { return dot(a.x, a.y); }},
      {"sum(x^2)", [](A a) { return sum(square(a.x)); }, [](A a) { return dot(a.x, a.x); }},
      {"sum(s x + exp y)", [](A a) { return sum(a.s * a.x + exp(a.y)); },
       [](A a) {
         const Term others = sum(exp(a.y));
         return a.s * sum(a.x) + others;
       }},
      {"sum(transpose m)", [](A a) { return sum(transpose(a.m)); }, [](A a) { return sum(a.m); }},
      {"sum(row_sums m)", [](A a) { return sum(row_sums(a.m)); }, [](A a) { return sum(a.m); }},
      {"sum(repeat_rows x)", [](A a) { return sum(repeat_rows(a.x, 3)); },
       [](A a) { return 3.0 * sum(a.x); }},
      {"sum(x[i])", [=](A a) { return sum(gather(a.x, index)); },
       [=](A a) { return dot(small(a, {2.0, 2.0, 1.0, 1.0}), a.x); }},
      {"dot(c, x[i])",
       [=](A a) { return dot(small(a, {1.0, 2.0, 3.0, 4.0, 5.0, 6.0}), gather(a.x, index)); },
       [=](A a) { return dot(small(a, {7.0, 5.0, 5.0, 4.0}), a.x); }},
      {"dot(-x, s y)", [](A a) { return dot(-a.x, a.s * a.y); },
       [](A a) { return -(a.s * dot(a.x, a.y)); }},
      {"dot(x, broadcast s)", [](A a) { return dot(a.x, broadcast(a.s, Shape::vector(4))); },
       [](A a) { return a.s * sum(a.x); }},
      {"dot of reshaped",
       [](A a) { return dot(reshape(a.m, Shape::vector(6)), reshape(a.n, Shape::vector(6))); },
       [](A a) { return dot(a.m, a.n); }},
      {"row_sums(repeat_cols x)", [](A a) { return row_sums(repeat_cols(a.x, 3)); },
       [](A a) { return 3.0 * a.x; }},
      {"col_sums(transpose m)", [](A a) { return col_sums(transpose(a.m)); },
       [](A a) { return row_sums(a.m); }},
      {"log_sum_exp of one", [](A a) { return log_sum_exp(a.s); }, [](A a) { return a.s; }},
      {"m (u v')", [](A a) { return matmul(a.m, outer(slice(a.x, 0, 3), a.y)); },
       [](A a) { return outer(matmul(a.m, slice(a.x, 0, 3)), a.y); }},
      {"m' (u v')'",
       [](A a) {
         return matmul(a.m, outer(a.x, slice(a.y, 0, 2)),
                       flag::kTransposeLeft | flag::kTransposeRight);
       },
       [](A a) { return outer(matmul(a.m, slice(a.y, 0, 2), flag::kTransposeLeft), a.x); }},
      {"(u v') m", [](A a) { return matmul(outer(a.x, slice(a.y, 0, 2)), a.m); },
       [](A a) { return outer(a.x, matmul(a.m, slice(a.y, 0, 2), flag::kTransposeLeft)); }},
      {"transpose(m) n", [](A a) { return matmul(transpose(a.m), a.n); },
       [](A a) { return matmul(a.m, a.n, flag::kTransposeLeft); }},
      {"m transpose(n)", [](A a) { return matmul(a.m, transpose(a.n)); },
       [](A a) { return matmul(a.m, a.n, flag::kTransposeRight); }},
  };
}

std::vector<Rewrite> move_rewrites() {
  using A = const Arguments&;
  const auto elements = Index::list({3, 0, 2});
  return {
      {"x[i][j]", [=](A a) { return gather(gather(a.x, elements), Index::list({1, 0})); },
       [](A a) { return gather(a.x, Index::list({0, 3})); }},
      {"all of x", [](A a) { return slice(a.x, 0, 4); }, [](A a) { return a.x; }},
      {"all of m", [](A a) { return slice(a.m, 0, 6); },
       [](A a) { return reshape(a.m, Shape::vector(6)); }},
      {"element of broadcast", [](A a) { return element(broadcast(a.s, Shape::vector(4)), 2); },
       [](A a) { return a.s; }},
      {"element of repeat_rows", [](A a) { return element(repeat_rows(a.x, 3), 4); },
       [](A a) { return element(a.x, 1); }},
      {"column of transposed", [](A a) { return column(transpose(a.m), 1); },
       [](A a) { return row(a.m, 1); }},
      {"element of pack", [](A a) { return element(expr::concat({a.s, a.t}), 1); },
       [](A a) { return a.t; }},
      {"slice of concat", [](A a) { return slice(expr::concat({a.s, a.x, a.y}), 6, 2); },
       [](A a) { return slice(a.y, 1, 2); }},
      {"diagonal of diagonal_matrix", [](A a) { return diagonal(diagonal_matrix(a.x)); },
       [](A a) { return a.x; }},
      {"reshape of reshape",
       [](A a) { return reshape(reshape(a.m, Shape::matrix(3, 2)), Shape::vector(6)); },
       [](A a) { return reshape(a.m, Shape::vector(6)); }},
      {"reshape of reshape to itself",
       [](A a) { return reshape(reshape(a.m, Shape::matrix(3, 2)), Shape::matrix(2, 3)); },
       [](A a) { return a.m; }},
      {"transpose of transpose", [](A a) { return transpose(transpose(a.m)); },
       [](A a) { return a.m; }},
      {"transpose of repeat_rows", [](A a) { return transpose(repeat_rows(a.x, 3)); },
       [](A a) { return repeat_cols(a.x, 3); }},
      {"concat of one", [](A a) { return expr::concat({a.x}); }, [](A a) { return a.x; }},
      {"concat of a scalar", [](A a) { return expr::concat({a.s}); },
       [](A a) { return reshape(a.s, Shape::vector(1)); }},
      {"concat of neighbours",
       [](A a) { return expr::concat({element(a.x, 0), element(a.x, 1), slice(a.x, 2, 2)}); },
       [](A a) { return a.x; }},
      {"concat of concat", [](A a) { return expr::concat({expr::concat({a.s, a.x}), a.t}); },
       [](A a) { return expr::concat({a.s, a.x, a.t}); }},
      {"what was scattered",
       [=](A a) {
         const Term all = scatter_add(a.x, Index::list({5, 0, 1, 3}), Shape::vector(6));
         return gather(all, Index::list({3, 5, 3}));
       },
       [](A a) { return gather(a.x, Index::list({3, 0, 3})); }},
      {"all that was scattered",
       [=](A a) {
         const auto places = Index::list({0, 1, 3, 4});
         return gather(scatter_add(a.x, places, Shape::vector(6)), places);
       },
       [](A a) { return a.x; }},
      {"what was scattered and scaled",
       [=](A a) {
         const Term all = scatter_add(a.x, Index::list({5, 0, 1, 3}), Shape::matrix(3, 2));
         return gather(a.s * all, Index::list({3, 5, 3}));
       },
       [](A a) { return gather(a.s * a.x, Index::list({3, 0, 3})); }},
      {"columns of a product that have elements",
       [=](A a) {
         const auto places = Index::list({2, 3, 4, 5, 8, 9, 10, 11});
         const Term some = scatter_add(expr::concat({a.x, a.y}), places, Shape::matrix(2, 6));
         return gather(matmul(a.m, some, expr::flag::kTransposeLeft), Index::list({3, 8, 14, 17}));
       },
       [](A a) {
         const Term whole = reshape(expr::concat({a.x, a.y}), Shape::matrix(2, 4));
         return gather(matmul(a.m, whole, expr::flag::kTransposeLeft), Index::list({0, 5, 8, 11}));
       }},
      {"rows of a product that have elements",
       [=](A a) {
         const Term some = scatter_add(a.x, Index::list({0, 2, 3, 5}), Shape::matrix(3, 2));
         return gather(matmul(some, a.m), Index::list({2, 0, 8, 3}));
       },
       [](A a) {
         return gather(matmul(reshape(a.x, Shape::matrix(2, 2)), a.m), Index::list({1, 0, 5, 2}));
       }},
      {"transposed columns of a product that have elements",
       [=](A a) {
         const Term some = scatter_add(a.x, Index::list({0, 2, 3, 5}), Shape::matrix(3, 2));
         const Term product =
             matmul(a.m, some, expr::flag::kTransposeRight | expr::flag::kTransposeLeft);
         return gather(product, Index::list({0, 7, 8}));
       },
       [](A a) {
         const Term whole = reshape(a.x, Shape::matrix(2, 2));
         return gather(matmul(a.m, whole, expr::flag::kTransposeRight | expr::flag::kTransposeLeft),
                       Index::list({0, 4, 5}));
       }},
      {"elements that a loop added to",
       [=](A a) {
         const Term some = gather(a.x, Index::list({0, 3})) + 0.5;
         const Term more = a.s + gather(a.x, Index::range(1, 1));
         const Term all = expr::concat({some, gather(a.x, Index::range(2, 1)), more});
         return gather(all, Index::list({0, 3, 2, 1}), Shape::matrix(2, 2));
       },
       [](A a) {
         const Term half{a.b, a.b.constant(Shape::vector(4), std::vector{0.5, 0.0, 0.0, 0.5})};
         const Term other = scatter_add(a.s, Index::range(1, 1), Shape::vector(4));
         return reshape(a.x + half + other, Shape::matrix(2, 2));
       }},
      {"scatter to all",
       [](A a) { return scatter_add(a.x, Index::range(0, 4), Shape::matrix(2, 2)); },
       [](A a) { return reshape(a.x, Shape::matrix(2, 2)); }},
      {"scatter to one place",
       [](A a) { return scatter_add(a.x, Index::list({0, 0, 0, 0}), Shape::vector(1)); },
       [](A a) { return reshape(sum(a.x), Shape::vector(1)); }},
      {"scatter of scatter",
       [=](A a) {
         const Term inner = scatter_add(slice(a.x, 0, 3), elements, Shape::vector(4));
         return scatter_add(inner, Index::range(1, 4), Shape::vector(6));
       },
       [](A a) { return scatter_add(slice(a.x, 0, 3), Index::list({4, 1, 3}), Shape::vector(6)); }},
      {"scatter of zeros",
       [](A a) {
         const Term zeros = broadcast(constant(a.b, 0.0), Shape::vector(2));
         return scatter_add(zeros, Index::range(1, 2), Shape::vector(4));
       },
       [](A a) { return broadcast(constant(a.b, 0.0), Shape::vector(4)); }},
  };
}

// Zeros and sums are no elements of what was scattered.
TEST(Simplify, ReadsNoPlacesOfAScatterThatHaveNoneOrSeveral) {
  for (const std::uint32_t place : {2U, 0U}) {
    const Graph graph = build([&](const Arguments& a) {
      const Term all = scatter_add(a.x, Index::list({0, 0, 1, 3}), Shape::vector(4));
      return gather(all, Index::list({1, place}));
    });
    const Graph simple = simplify(graph).graph;
    const auto inputs = random_inputs(graph, 0.2, 2.0);
    const auto expected = interpret(graph, inputs)[0];
    const auto actual = interpret(simple, inputs)[0];
    for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(actual.numbers[i], expected.numbers[i]);
  }
}

void expect_rewrites(const std::vector<Rewrite>& rewrites) {
  for (const Rewrite& r : rewrites) {
    const Graph from = build(r.from);
    const Graph simple = simplify(from).graph;
    const Graph to = build(r.to);
    EXPECT_EQ(to_text(simple), to_text(simplify(to).graph)) << r.name;
    EXPECT_TRUE(check(simple).is_ok()) << r.name;
    EXPECT_EQ(simplify(simple).graph, simple) << r.name;
    const auto inputs = random_inputs(from, 0.2, 2.0);
    const auto expected = interpret(from, inputs)[0];
    const auto actual = interpret(simple, inputs)[0];
    ASSERT_EQ(actual.shape, expected.shape) << r.name;
    for (std::size_t i = 0; i < expected.numbers.size(); ++i) {
      EXPECT_NEAR(actual.numbers[i], expected.numbers[i],
                  1e-13 * std::max(1.0, std::fabs(expected.numbers[i])))
          << r.name;
    }
  }
}

TEST(Simplify, RewritesSums) {
  expect_rewrites(sum_rewrites());
}
TEST(Simplify, RewritesProducts) {
  expect_rewrites(product_rewrites());
}
TEST(Simplify, RewritesFunctions) {
  expect_rewrites(function_rewrites());
}
TEST(Simplify, WorksOnFewNumbersBeforeTheyAreSpread) {
  expect_rewrites(elementwise_rewrites());
}
TEST(Simplify, RewritesReductions) {
  expect_rewrites(reduction_rewrites());
}
TEST(Simplify, RewritesMoves) {
  expect_rewrites(move_rewrites());
}

TEST(Simplify, LeavesAloneWhatDependsOnNanAndInfinity) {
  using A = const Arguments&;
  const std::vector<Expression> expressions = {
      [](A a) { return a.s * 0.0; },
      [](A a) { return a.s - a.s; },
      [](A a) { return a.s / a.s; },
      [](A a) { return exp(log(a.s)); },
      [](A a) { return square(sqrt(a.s)); },
      [](A a) { return inverse(inverse(a.s)); },
      [](A a) { return lmultiply(0.0, a.s); },
      [](A a) { return max(-std::numeric_limits<double>::infinity(), a.s); },
      [](A a) { return a.s == a.s; },
      [](A a) { return sum(exp(a.x) + exp(a.y)); },
      [](A a) { return inv_logit(logit(a.s)); },
      [](A a) { return 1e200 * (1e200 * a.s); },
      [](A a) { return 1e308 + (1e308 + a.s); },
      [](A a) { return log(gather(a.x, Index::list({0, 0, 1, 1, 2, 2}))); },  // 3 is not used
  };
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    const Graph graph = share(build(expressions[i])).graph;
    EXPECT_EQ(simplify(graph).graph, graph) << i << "\n" << to_text(graph);
  }
}

TEST(Simplify, KeepsNanConstants) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Graph graph = share(build([&](const Arguments& a) { return a.s + nan; })).graph;
  EXPECT_EQ(simplify(graph).graph, graph);
}

TEST(Simplify, BringsANormalLikelihoodToItsSumOfSquares) {
  const Graph graph = build([](const Arguments& a) {
    const Term z = (a.c - a.s) / a.t;
    return sum(-0.5 * square(z) - log(a.t) - 0.9189385332046727);
  });
  EXPECT_EQ(to_text(simplify(graph).graph),
            "%0 = input t : scalar\n"
            "%1 = log %0 : scalar\n"
            "%2 = sub -0.9189385332046727 %1 : scalar\n"
            "%3 = mul 4 %2 : scalar\n"
            "%4 = constant [0.5 1.5 2 3.5] : vector[4]\n"
            "%5 = input s : scalar\n"
            "%6 = sub %4 %5 : vector[4]\n"
            "%7 = dot %6 %6 : scalar\n"
            "%8 = div %7 %0 : scalar\n"
            "%9 = div %8 %0 : scalar\n"
            "%10 = mul -0.5 %9 : scalar\n"
            "%11 = add %3 %10 : scalar\n"
            "return %11\n");
}

TEST(Simplify, MapsOldNodesToNodesOfTheSameValue) {
  Builder b;
  const Term x(b, b.input("x", Shape::vector(3)));
  const Term unused = exp(x);
  const Term doubled = -(-(2.0 * x));
  const NodeId output = sum(doubled + 0.0).id();
  const Graph graph = std::move(b).finish({output});
  const Rewritten simple = simplify(graph);
  EXPECT_EQ(simple.map[unused.id().value], kNoNode);
  EXPECT_EQ(simple.map[output.value], simple.graph.outputs()[0]);
  const Array input{Shape::vector(3), {1.0, 2.0, 4.0}};
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    if (simple.map[i] == kNoNode) continue;
    const NodeId before[] = {NodeId{i}};
    const NodeId after[] = {simple.map[i]};
    EXPECT_EQ(interpret(graph, before, std::span(&input, 1)),
              interpret(simple.graph, after, std::span(&input, 1)));
  }
}

}  // namespace
}  // namespace autumn::passes
