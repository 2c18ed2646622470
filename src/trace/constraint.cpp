// This file checks declared constraints on numbers, with a message about the first that fails.
#include "trace/constraint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "dist/domain.h"

namespace autumn::trace {
namespace {

using stan::DeclaredKind;
using Found = std::optional<std::string>;

// A variable as items that stand side by side: element e of item k is number k + items * e, and e
// counts down the columns of an item.
struct Subject {
  std::string_view name;
  const Dims& dims;
  std::span<const double> numbers;
  std::size_t items = 1;
  std::size_t rows = 1;
  std::size_t cols = 1;

  [[nodiscard]] std::size_t at(std::size_t item, std::size_t row, std::size_t col) const {
    return item + items * (row + rows * col);
  }
};

Subject subject_of(std::string_view name, const Value& value, std::size_t rank) {
  Subject subject{.name = name, .dims = value.dims(), .numbers = value.numbers()};
  const std::size_t leading = value.dims().size() - rank;
  for (std::size_t k = 0; k < leading; ++k) subject.items *= value.dims()[k];
  if (rank > 0) subject.rows = value.dims()[leading];
  if (rank > 1) subject.cols = value.dims()[leading + 1];
  return subject;
}

// The first `count` indices of number `at`, from 1, each with a comma before it.
std::string indices_text(const Dims& dims, std::size_t at, std::size_t count) {
  std::string text;
  for (std::size_t k = 0; k < count; ++k) {
    text += fmt::format(",{}", at % dims[k] + 1);
    at /= dims[k];
  }
  return text;
}

std::string with_indices(std::string_view name, const std::string& indices) {
  if (indices.empty()) return fmt::format("`{}`", name);
  return fmt::format("`{}[{}]`", name, std::string_view(indices).substr(1));
}

std::string element_name(const Subject& s, std::size_t at) {
  return with_indices(s.name, indices_text(s.dims, at, s.dims.size()));
}

// A vector, or a row or column of a matrix: numbers at equal distances.
struct Line {
  std::size_t start = 0;
  std::size_t step = 1;
  std::size_t count = 0;
};

enum class LineKind { kVectors, kRows, kColumns };

std::size_t lines_per_item(const Subject& s, LineKind kind) {
  switch (kind) {
    case LineKind::kVectors: return 1;
    case LineKind::kRows: return s.rows;
    case LineKind::kColumns: return s.cols;
  }
  not_of_the_list("the kind of line");
}

Line line_of(const Subject& s, LineKind kind, std::size_t item, std::size_t k) {
  switch (kind) {
    case LineKind::kVectors: return {.start = item, .step = s.items, .count = s.rows};
    case LineKind::kRows:
      return {.start = s.at(item, k, 0), .step = s.items * s.rows, .count = s.cols};
    case LineKind::kColumns: return {.start = s.at(item, 0, k), .step = s.items, .count = s.rows};
  }
  not_of_the_list("the kind of line");
}

// "`x`", "`x[2]`" (an item, or a row), "`x[:,2]`" (a column).
std::string line_name(const Subject& s, LineKind kind, std::size_t start) {
  const std::size_t rank = s.dims.size();
  switch (kind) {
    case LineKind::kVectors:
    case LineKind::kRows: return with_indices(s.name, indices_text(s.dims, start, rank - 1));
    case LineKind::kColumns: {
      const std::size_t column = start / (s.items * s.rows);
      return with_indices(s.name,
                          indices_text(s.dims, start, rank - 2) + fmt::format(",:,{}", column + 1));
    }
  }
  not_of_the_list("the kind of line");
}

// The first complaint of `check(line)` about the numbers of a line; it names the line itself.
template <typename Check>
Found find_in_lines(const Subject& s, LineKind kind, const Check& check) {
  for (std::size_t item = 0; item < s.items; ++item) {
    for (std::size_t k = 0; k < lines_per_item(s, kind); ++k) {
      const Line line = line_of(s, kind, item, k);
      if (Found found = check(line)) return found;
    }
  }
  return std::nullopt;
}

double sum_of(const Subject& s, const Line& line) {
  double sum = 0.0;
  for (std::size_t i = 0; i < line.count; ++i) sum += s.numbers[line.start + line.step * i];
  return sum;
}

Found find_wrong_sum(const Subject& s, LineKind kind, double wanted) {
  return find_in_lines(s, kind, [&](const Line& line) -> Found {
    const double sum = sum_of(s, line);
    if (std::fabs(sum - wanted) <= kConstraintTolerance) return std::nullopt;
    return fmt::format("{} sums to {:.10g}, but must sum to {}", line_name(s, kind, line.start),
                       sum, wanted);
  });
}

Found find_wrong_length(const Subject& s, LineKind kind) {
  return find_in_lines(s, kind, [&](const Line& line) -> Found {
    double squares = 0.0;
    for (std::size_t i = 0; i < line.count; ++i) {
      const double x = s.numbers[line.start + line.step * i];
      squares += x * x;
    }
    if (std::fabs(squares - 1.0) <= kConstraintTolerance) return std::nullopt;
    return fmt::format("{} has length {:.10g}, but must have length 1",
                       line_name(s, kind, line.start), std::sqrt(squares));
  });
}

Found find_negative(const Subject& s) {
  for (std::size_t at = 0; at < s.numbers.size(); ++at) {
    if (s.numbers[at] >= 0.0) continue;
    return fmt::format("{} is {}, but must be at least 0", element_name(s, at), s.numbers[at]);
  }
  return std::nullopt;
}

Found find_no_simplex(const Subject& s, LineKind kind) {
  Found found = find_negative(s);
  return found ? found : find_wrong_sum(s, kind, 1.0);
}

Found find_disorder(const Subject& s, bool is_positive) {
  return find_in_lines(s, LineKind::kVectors, [&](const Line& line) -> Found {
    for (std::size_t i = 0; i < line.count; ++i) {
      const std::size_t at = line.start + line.step * i;
      const double x = s.numbers[at];
      if (i == 0) {
        if (!is_positive || x >= 0.0) continue;
        return fmt::format("{} is {}, but must be at least 0", element_name(s, at), x);
      }
      if (x > s.numbers[at - line.step]) continue;
      return fmt::format("{} is {}, but must be greater than {}, the element before it",
                         element_name(s, at), x, s.numbers[at - line.step]);
    }
    return std::nullopt;
  });
}

// The first complaint of `check(at, row, col)` about an element of a matrix.
template <typename Check>
Found find_in_matrices(const Subject& s, const Check& check) {
  for (std::size_t item = 0; item < s.items; ++item) {
    for (std::size_t col = 0; col < s.cols; ++col) {
      for (std::size_t row = 0; row < s.rows; ++row) {
        if (Found found = check(s.at(item, row, col), row, col)) return found;
      }
    }
  }
  return std::nullopt;
}

Found find_no_factor(const Subject& s) {
  return find_in_matrices(s, [&](std::size_t at, std::size_t row, std::size_t col) -> Found {
    const double x = s.numbers[at];
    if (row < col && x != 0.0) {
      return fmt::format("{} is {}, but a Cholesky factor must be 0 above its diagonal",
                         element_name(s, at), x);
    }
    if (row == col && !(x > 0.0)) {
      return fmt::format("{} is {}, but the diagonal of a Cholesky factor must be positive",
                         element_name(s, at), x);
    }
    return std::nullopt;
  });
}

std::vector<double> item_numbers(const Subject& s, std::size_t item) {
  std::vector<double> numbers(s.rows * s.cols);
  for (std::size_t e = 0; e < numbers.size(); ++e) numbers[e] = s.numbers[item + s.items * e];
  return numbers;
}

// As large entries are rounded more, they may differ by more.
double symmetry_slack(const std::vector<double>& item) {
  double scale = 1.0;
  for (const double x : item) scale = std::max(scale, std::fabs(x));
  return kConstraintTolerance * scale;
}

Found find_asymmetry(const Subject& s, std::size_t item, double slack) {
  for (std::size_t col = 0; col < s.cols; ++col) {
    for (std::size_t row = 0; row < col; ++row) {
      const std::size_t at = s.at(item, row, col);
      const std::size_t mirror = s.at(item, col, row);
      if (std::fabs(s.numbers[at] - s.numbers[mirror]) <= slack) continue;
      return fmt::format("{} is {}, but must be equal to {}, which is {}", element_name(s, at),
                         s.numbers[at], element_name(s, mirror), s.numbers[mirror]);
    }
  }
  return std::nullopt;
}

Found find_no_covariance(const Subject& s) {
  for (std::size_t item = 0; item < s.items; ++item) {
    const std::vector<double> numbers = item_numbers(s, item);
    if (Found found = find_asymmetry(s, item, symmetry_slack(numbers))) return found;
    const expr::Operand operand{expr::Shape::matrix(s.rows, s.cols), numbers};
    if (!dist::find_violation(dist::Domain::kPositiveDefinite, operand)) continue;
    return fmt::format("{} is not positive definite",
                       with_indices(s.name, indices_text(s.dims, item, s.dims.size() - 2)));
  }
  return std::nullopt;
}

Found find_no_correlation(const Subject& s) {
  Found found = find_in_matrices(s, [&](std::size_t at, std::size_t row, std::size_t col) -> Found {
    if (row != col || std::fabs(s.numbers[at] - 1.0) <= kConstraintTolerance) {
      return std::nullopt;
    }
    return fmt::format("{} is {}, but the diagonal of a correlation matrix must be 1",
                       element_name(s, at), s.numbers[at]);
  });
  return found ? found : find_no_covariance(s);
}

// The bound of number `at`: one of the last dimensions holds for all indices before them.
double bound_at(const Value& bound, const Subject& s, std::size_t at) {
  return bound.numbers()[at / (s.numbers.size() / bound.size())];
}

Found find_beyond(const Subject& s, const Constraint& constraint) {
  for (std::size_t at = 0; at < s.numbers.size(); ++at) {
    const double x = s.numbers[at];
    if (constraint.lower && !(x >= bound_at(*constraint.lower, s, at))) {
      return fmt::format("{} is {}, but must be at least {}", element_name(s, at), x,
                         bound_at(*constraint.lower, s, at));
    }
    if (constraint.upper && !(x <= bound_at(*constraint.upper, s, at))) {
      return fmt::format("{} is {}, but must be at most {}", element_name(s, at), x,
                         bound_at(*constraint.upper, s, at));
    }
  }
  return std::nullopt;
}

// A bound that does not fit its variable.
Found find_misfit(std::string_view side, const std::optional<Value>& bound, const Dims& dims) {
  if (!bound) return std::nullopt;
  const Dims& own = bound->dims();
  const bool fits =
      own.size() <= dims.size() && std::equal(own.rbegin(), own.rend(), dims.rbegin());
  if (fits) return std::nullopt;
  return fmt::format("has dimensions ({}), but its {} bound has ({})", fmt::join(dims, ","), side,
                     fmt::join(own, ","));
}

}  // namespace

bool is_constrained(const Constraint& constraint) {
  return constraint.lower || constraint.upper || constraint.kind > DeclaredKind::kMatrix;
}

std::optional<std::string> find_wrong_bound(const Dims& dims, const Constraint& constraint) {
  Found found = find_misfit("lower", constraint.lower, dims);
  return found ? found : find_misfit("upper", constraint.upper, dims);
}

std::size_t item_rank(DeclaredKind kind) {
  switch (kind) {
    case DeclaredKind::kInt:
    case DeclaredKind::kReal:
    case DeclaredKind::kVector:
    case DeclaredKind::kRowVector:
    case DeclaredKind::kMatrix: return 0;
    case DeclaredKind::kSimplex:
    case DeclaredKind::kUnitVector:
    case DeclaredKind::kOrdered:
    case DeclaredKind::kPositiveOrdered:
    case DeclaredKind::kSumToZeroVector: return 1;
    case DeclaredKind::kCholeskyFactorCorr:
    case DeclaredKind::kCholeskyFactorCov:
    case DeclaredKind::kCorrMatrix:
    case DeclaredKind::kCovMatrix:
    case DeclaredKind::kColumnStochasticMatrix:
    case DeclaredKind::kRowStochasticMatrix:
    case DeclaredKind::kSumToZeroMatrix: return 2;
    case DeclaredKind::kComplex:
    case DeclaredKind::kComplexVector:
    case DeclaredKind::kComplexRowVector:
    case DeclaredKind::kComplexMatrix:
    case DeclaredKind::kTuple: break;
  }
  not_of_the_list("the declared type");
}

std::optional<std::string> find_violation(std::string_view name, const Value& known,
                                          const Constraint& constraint) {
  if (known.size() == 0 || !is_constrained(constraint)) return std::nullopt;
  if (Found found = find_wrong_bound(known.dims(), constraint)) {
    return fmt::format("`{}` {}", name, *found);
  }
  const Subject s = subject_of(name, known, item_rank(constraint.kind));
  switch (constraint.kind) {
    case DeclaredKind::kInt:
    case DeclaredKind::kReal:
    case DeclaredKind::kVector:
    case DeclaredKind::kRowVector:
    case DeclaredKind::kMatrix: return find_beyond(s, constraint);
    case DeclaredKind::kSimplex: return find_no_simplex(s, LineKind::kVectors);
    case DeclaredKind::kUnitVector: return find_wrong_length(s, LineKind::kVectors);
    case DeclaredKind::kOrdered: return find_disorder(s, false);
    case DeclaredKind::kPositiveOrdered: return find_disorder(s, true);
    case DeclaredKind::kSumToZeroVector: return find_wrong_sum(s, LineKind::kVectors, 0.0);
    case DeclaredKind::kCholeskyFactorCov: return find_no_factor(s);
    case DeclaredKind::kCholeskyFactorCorr: {
      Found found = find_no_factor(s);
      return found ? found : find_wrong_length(s, LineKind::kRows);
    }
    case DeclaredKind::kCorrMatrix: return find_no_correlation(s);
    case DeclaredKind::kCovMatrix: return find_no_covariance(s);
    case DeclaredKind::kColumnStochasticMatrix: return find_no_simplex(s, LineKind::kColumns);
    case DeclaredKind::kRowStochasticMatrix: return find_no_simplex(s, LineKind::kRows);
    case DeclaredKind::kSumToZeroMatrix: {
      Found found = find_wrong_sum(s, LineKind::kRows, 0.0);
      return found ? found : find_wrong_sum(s, LineKind::kColumns, 0.0);
    }
    case DeclaredKind::kComplex:
    case DeclaredKind::kComplexVector:
    case DeclaredKind::kComplexRowVector:
    case DeclaredKind::kComplexMatrix:
    case DeclaredKind::kTuple: break;
  }
  not_of_the_list("the declared type");
}

}  // namespace autumn::trace
