// This file implements public expressions: arithmetic and functions are checked for shape before
// they become nodes.
#include "autumn/expr.hpp"

#include <fmt/format.h>

#include <functional>

#include "api/data.h"
#include "base/words.h"
#include "expr/infer.h"
#include "model/model.h"

namespace autumn {
namespace {

using detail::describe;
using detail::in_model;
using detail::make_expr;
using detail::ModelData;
using detail::throw_mistake;
using expr::Op;
using expr::Shape;
using expr::Term;

using Operands = std::vector<const Expr*>;

std::shared_ptr<ModelData> model_of(const Operands& operands) {
  for (const Expr* x : operands) {
    if (auto model = x->data().model()) return model;
  }
  return nullptr;
}

// Builds in the operands' model; expressions of data alone are computed at once in a model of their
// own.
Expr build(const Operands& operands,
           const std::function<Term(const std::vector<Term>&)>& function) {
  std::shared_ptr<ModelData> model = model_of(operands);
  const bool is_data = model == nullptr;
  if (is_data) model = std::make_shared<ModelData>();
  std::vector<Term> terms;
  for (const Expr* x : operands) terms.push_back(in_model(model, *x));
  const Term result = function(terms);
  if (!is_data) return make_expr(model, result.id());
  const std::vector<expr::NodeId> roots{result.id()};
  return make_expr(interpret(model->builder.graph(), roots, {})[0]);
}

// One operation, refused with the shapes named if they do not go together.
Expr make(Op op, const Operands& operands, std::uint32_t flags = 0) {
  std::vector<Shape> shapes;
  for (const Expr* x : operands) shapes.push_back(x->data().shape());
  if (const auto shape = expr::infer_shape(op, shapes, flags); !shape) {
    std::string list;
    for (const Expr* x : operands) list += (list.empty() ? "" : " and ") + describe(*x);
    throw_mistake(fmt::format("shapes do not go together in {}: {}", name_of(op), list),
                  "arrays must have the same shape; scalars fit everything");
  }
  return build(operands, [&](const std::vector<Term>& terms) {
    std::vector<expr::NodeId> ids;
    for (const Term& term : terms) ids.push_back(term.id());
    return Term(terms[0].builder(), terms[0].builder().apply(op, ids, flags));
  });
}

void require(bool is_fine, const Expr& x, std::string_view what) {
  if (!is_fine) throw_mistake(fmt::format("{} {}", describe(x), what));
}

void require_below(std::size_t index, std::size_t bound, const Expr& x, std::string_view what) {
  if (index < bound) return;
  throw_mistake(fmt::format("{} {} of {} does not exist", what, index, describe(x)),
                fmt::format("indices count from 0; the last is {}",
                            bound == 0 ? "missing: it is empty" : std::to_string(bound - 1)));
}

}  // namespace

Matrix::Matrix(std::size_t rows_, std::size_t cols_, std::vector<double> column_by_column)
    : rows(rows_), cols(cols_), values(std::move(column_by_column)) {
  if (values.size() != rows * cols) {
    throw_mistake(fmt::format("a matrix of {} and {} needs {}, but {} given", counted(rows, "row"),
                              counted(cols, "column"), counted(rows * cols, "number"),
                              counted(values.size(), "was", "were")));
  }
}

Matrix::Matrix(std::initializer_list<std::initializer_list<double>> rows_) : rows(rows_.size()) {
  cols = rows == 0 ? 0 : rows_.begin()->size();
  values.resize(rows * cols);
  std::size_t r = 0;
  for (const auto& row : rows_) {
    if (row.size() != cols) {
      throw_mistake(fmt::format("row {} of a matrix has {}, but the first has {}", r,
                                counted(row.size(), "number"), cols));
    }
    std::size_t c = 0;
    for (const double x : row) values[r + rows * c++] = x;
    ++r;
  }
}

Expr::Expr(double value) : Expr(make_expr({Shape::scalar(), {value}})) {}
Expr::Expr(int value) : Expr(static_cast<double>(value)) {}
Expr::Expr(const std::vector<double>& values)
    : Expr(make_expr({Shape::vector(values.size()), values})) {}
Expr::Expr(const std::vector<int>& values)
    : Expr(std::vector<double>(values.begin(), values.end())) {}
Expr::Expr(const Matrix& matrix)
    : Expr(make_expr({Shape::matrix(matrix.rows, matrix.cols), matrix.values})) {}

std::size_t Expr::rank() const {
  return data_->shape().rank;
}
std::size_t Expr::rows() const {
  return data_->shape().rows;
}
std::size_t Expr::cols() const {
  return data_->shape().cols;
}
std::size_t Expr::size() const {
  return data_->shape().size();
}

Expr Expr::operator[](std::size_t i) const {
  require(rank() > 0, *this, "has no elements to index");
  if (rank() == 2) return row(i);
  require_below(i, size(), *this, "element");
  return build({this}, [&](const auto& x) { return element(x[0], i); });
}

Expr Expr::operator[](const std::vector<int>& index) const {
  require(rank() > 0, *this, "has no elements to index");
  std::vector<std::uint32_t> elements;
  for (std::size_t c = 0; c < cols(); ++c) {
    for (std::size_t k = 0; k < index.size(); ++k) {
      const int i = index[k];
      if (i < 0 || static_cast<std::size_t>(i) >= rows()) {
        throw_mistake(
            fmt::format("index[{}] is {}, but {} has no such element", k, i, describe(*this)),
            fmt::format("indices count from 0 and must be below {}", rows()));
      }
      elements.push_back(static_cast<std::uint32_t>(static_cast<std::size_t>(i) + rows() * c));
    }
  }
  const Shape shape =
      rank() == 1 ? Shape::vector(index.size()) : Shape::matrix(index.size(), cols());
  return build({this}, [&](const auto& x) {
    return gather(x[0], expr::Index::list(std::move(elements)), shape);
  });
}

Expr Expr::operator()(std::size_t row, std::size_t col) const {
  require(rank() == 2, *this, "is no matrix");
  require_below(row, rows(), *this, "row");
  require_below(col, cols(), *this, "column");
  return build({this}, [&](const auto& x) { return element(x[0], row + rows() * col); });
}

Expr Expr::slice(std::size_t start, std::size_t count) const {
  require(rank() == 1, *this, "is no vector");
  if (count > 0) require_below(start + count - 1, size(), *this, "element");
  return build({this}, [&](const auto& x) { return expr::slice(x[0], start, count); });
}

Expr Expr::row(std::size_t i) const {
  require(rank() == 2, *this, "is no matrix");
  require_below(i, rows(), *this, "row");
  return build({this}, [&](const auto& x) { return expr::row(x[0], i); });
}

Expr Expr::col(std::size_t j) const {
  require(rank() == 2, *this, "is no matrix");
  require_below(j, cols(), *this, "column");
  return build({this}, [&](const auto& x) { return expr::column(x[0], j); });
}

Expr operator+(const Expr& x, const Expr& y) {
  return make(Op::kAdd, {&x, &y});
}
Expr operator-(const Expr& x, const Expr& y) {
  return make(Op::kSub, {&x, &y});
}
Expr operator*(const Expr& x, const Expr& y) {
  const bool is_product = x.rank() == 2 && y.rank() > 0;
  return make(is_product ? Op::kMatmul : Op::kMul, {&x, &y});
}
Expr operator/(const Expr& x, const Expr& y) {
  return make(Op::kDiv, {&x, &y});
}
Expr operator-(const Expr& x) {
  return make(Op::kNegate, {&x});
}
Expr operator+(const Expr& x) {
  return x;
}
Expr operator<(const Expr& x, const Expr& y) {
  return make(Op::kLess, {&x, &y});
}
Expr operator<=(const Expr& x, const Expr& y) {
  return make(Op::kLessEqual, {&x, &y});
}
Expr operator>(const Expr& x, const Expr& y) {
  return make(Op::kLess, {&y, &x});
}
Expr operator>=(const Expr& x, const Expr& y) {
  return make(Op::kLessEqual, {&y, &x});
}
Expr equal(const Expr& x, const Expr& y) {
  return make(Op::kEqual, {&x, &y});
}

#define AUTUMN_X(name)                                                  \
  Expr name(const Expr& x) {                                            \
    return build({&x}, [](const auto& t) { return expr::name(t[0]); }); \
  }
AUTUMN_EXPR_UNARY(AUTUMN_X)
#undef AUTUMN_X
Expr Phi(const Expr& x) {
  return make(Op::kNormalCdf, {&x});
}
Expr log_Phi(const Expr& x) {
  return make(Op::kLogNormalCdf, {&x});
}
Expr inv_Phi(const Expr& p) {
  return make(Op::kInvNormalCdf, {&p});
}

Expr pow(const Expr& x, const Expr& y) {
  return make(Op::kPow, {&x, &y});
}
Expr min(const Expr& x, const Expr& y) {
  return make(Op::kMin, {&x, &y});
}
Expr max(const Expr& x, const Expr& y) {
  return make(Op::kMax, {&x, &y});
}
Expr fmod(const Expr& x, const Expr& y) {
  return make(Op::kFmod, {&x, &y});
}
Expr atan2(const Expr& x, const Expr& y) {
  return make(Op::kAtan2, {&x, &y});
}
Expr log_add_exp(const Expr& x, const Expr& y) {
  return make(Op::kLogAddExp, {&x, &y});
}
Expr log_diff_exp(const Expr& x, const Expr& y) {
  return make(Op::kLogDiffExp, {&x, &y});
}
Expr lbeta(const Expr& x, const Expr& y) {
  return make(Op::kLbeta, {&x, &y});
}
Expr log_choose(const Expr& n, const Expr& k) {
  return make(Op::kLchoose, {&n, &k});
}
Expr elementwise_product(const Expr& x, const Expr& y) {
  return make(Op::kMul, {&x, &y});
}
Expr select(const Expr& condition, const Expr& if_true, const Expr& if_false) {
  return make(Op::kSelect, {&condition, &if_true, &if_false});
}

Expr sum(const Expr& x) {
  return build({&x}, [](const auto& t) { return expr::sum(t[0]); });
}
Expr mean(const Expr& x) {
  require(x.size() > 0, x, "is empty and has no mean");
  return sum(x) / static_cast<double>(x.size());
}
Expr prod(const Expr& x) {
  return build({&x}, [](const auto& t) { return expr::prod(t[0]); });
}
Expr max_element(const Expr& x) {
  return make(Op::kMaxElement, {&x});
}
Expr min_element(const Expr& x) {
  return make(Op::kMinElement, {&x});
}
Expr log_sum_exp(const Expr& x) {
  return make(Op::kLogSumExp, {&x});
}
Expr dot(const Expr& x, const Expr& y) {
  return make(Op::kDot, {&x, &y});
}
Expr row_sums(const Expr& x) {
  return make(Op::kRowSums, {&x});
}
Expr col_sums(const Expr& x) {
  return make(Op::kColSums, {&x});
}
Expr row_log_sum_exp(const Expr& x) {
  return make(Op::kRowLogSumExp, {&x});
}
Expr softmax(const Expr& x) {
  return build({&x}, [](const auto& t) { return expr::softmax(t[0]); });
}
Expr log_softmax(const Expr& x) {
  return build({&x}, [](const auto& t) { return expr::log_softmax(t[0]); });
}
Expr cumulative_sum(const Expr& x) {
  return make(Op::kCumulativeSum, {&x});
}

Expr group_sum(const Expr& x, const std::vector<int>& group, std::size_t groups) {
  require(x.rank() == 1 && x.size() == group.size(), x,
          fmt::format("needs one group per element, but {} were given", group.size()));
  std::vector<std::uint32_t> index;
  for (std::size_t k = 0; k < group.size(); ++k) {
    if (group[k] < 0 || static_cast<std::size_t>(group[k]) >= groups) {
      throw_mistake(fmt::format("group[{}] is {}", k, group[k]),
                    fmt::format("groups count from 0 and must be below {}", groups));
    }
    index.push_back(static_cast<std::uint32_t>(group[k]));
  }
  return build({&x}, [&](const auto& t) {
    return scatter_add(t[0], expr::Index::list(std::move(index)), Shape::vector(groups));
  });
}

Expr elements(const Expr& x, const std::vector<std::size_t>& places,
              const std::vector<std::size_t>& dims) {
  const Shape shape = model::node_shape(dims);
  if (dims.size() > 2 || shape.size() != places.size()) {
    throw_mistake(
        fmt::format("{} not make {}", counted(places.size(), "element does", "elements do"),
                    to_text(shape)),
        "a scalar, a vector or a matrix has one place for each of its elements");
  }
  std::vector<std::uint32_t> list;
  for (const std::size_t place : places) {
    require_below(place, x.size(), x, "element");
    list.push_back(static_cast<std::uint32_t>(place));
  }
  return build({&x}, [&](const auto& t) {
    if (dims.empty()) return element(t[0], list[0]);
    return gather(t[0], expr::Index::list(std::move(list)), shape);
  });
}

namespace {

Operands pointers(const std::vector<Expr>& parts) {
  Operands operands;
  for (const Expr& part : parts) operands.push_back(&part);
  return operands;
}

}  // namespace

Expr concat(const std::vector<Expr>& parts) {
  if (parts.empty()) return Expr(std::vector<double>{});
  return make(Op::kConcat, pointers(parts));
}

Expr columns(const std::vector<Expr>& parts) {
  if (parts.empty()) throw_mistake("a matrix needs at least one column");
  for (const Expr& part : parts) {
    require(part.rank() == 1 && part.size() == parts[0].size(), part,
            fmt::format("cannot be a column beside {}", describe(parts[0])));
  }
  return build(pointers(parts), [](const auto& t) { return expr::columns(t); });
}

Expr transpose(const Expr& x) {
  return make(Op::kTranspose, {&x});
}
Expr diagonal(const Expr& x) {
  require(x.rank() == 2, x, "is no matrix");
  return build({&x}, [](const auto& t) { return expr::diagonal(t[0]); });
}
Expr diagonal_matrix(const Expr& x) {
  require(x.rank() == 1, x, "is no vector");
  return build({&x}, [](const auto& t) { return expr::diagonal_matrix(t[0]); });
}
Expr outer(const Expr& x, const Expr& y) {
  return make(Op::kMatmul, {&x, &y}, expr::flag::kTransposeRight);
}
Expr cholesky(const Expr& a) {
  return make(Op::kCholesky, {&a});
}
Expr solve_lower(const Expr& l, const Expr& b) {
  return make(Op::kTriSolve, {&l, &b});
}
Expr solve_lower_transposed(const Expr& l, const Expr& b) {
  return make(Op::kTriSolve, {&l, &b}, expr::flag::kTransposeLeft);
}
Expr solve(const Expr& a, const Expr& b) {
  return make(Op::kSolve, {&a, &b});
}
Expr solve_spd(const Expr& a, const Expr& b) {
  const Expr l = cholesky(a);
  return solve_lower_transposed(l, solve_lower(l, b));
}
Expr log_abs_det(const Expr& a) {
  return make(Op::kLogAbsDet, {&a});
}
Expr log_det_spd(const Expr& a) {
  return 2.0 * sum(log(diagonal(cholesky(a))));
}

}  // namespace autumn
