// This file makes random draws, vectorised as Stan's.
#include "trace/distributions/random.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dist/list.h"
#include "trace/distributions/extra_list.h"
#include "trace/requirement.h"

namespace autumn::trace {
namespace {

using dist::Item;
using expr::Operand;
using expr::Shape;

// The arguments of draw number i, as views; rows of arrays of vectors are copied.
class ArgumentsOfDraw {
 public:
  ArgumentsOfDraw(const dist::Distribution& distribution, std::span<const Value> arguments)
      : arguments_(arguments), rows_(arguments.size()) {
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      const Value& x = arguments[k];
      operands_.push_back({node_shape(x.dims()), x.numbers()});
      const bool is_extra_total = k >= distribution.arguments.size();
      const Item item = is_extra_total ? Item::kScalar : distribution.arguments[k].item;
      is_element_.push_back(item == Item::kScalar && !x.is_scalar());
      if (item == Item::kVector && x.dims().size() == 2) rows_[k].resize(x.dims()[1]);
    }
  }

  [[nodiscard]] std::span<const Operand> at(std::size_t i) {
    for (std::size_t k = 0; k < arguments_.size(); ++k) {
      const auto numbers = arguments_[k].numbers();
      if (is_element_[k]) operands_[k] = {Shape::scalar(), numbers.subspan(i, 1)};
      if (rows_[k].empty()) continue;
      const std::size_t count = arguments_[k].dims()[0];
      for (std::size_t j = 0; j < rows_[k].size(); ++j) rows_[k][j] = numbers[i + count * j];
      operands_[k] = {Shape::vector(rows_[k].size()), rows_[k]};
    }
    return operands_;
  }

 private:
  std::span<const Value> arguments_;
  std::vector<Operand> operands_;
  std::vector<bool> is_element_;
  std::vector<std::vector<double>> rows_;
};

Dims item_dims(const dist::Distribution& distribution, std::size_t length) {
  switch (distribution.variate.item) {
    case Item::kScalar: return {};
    case Item::kVector: return {length};
    case Item::kMatrix: return {length, length};
  }
  internal_error("an item is a scalar, a vector or a matrix", __FILE__, __LINE__);
}

double size_argument(std::string_view function, const Value& x) {
  if (!(x.number() >= 0.0)) {
    fail(fmt::format("{}: the size must be non-negative, but it is {}", function, x.number()));
  }
  return x.number();
}

void check_drawable(std::string_view function, const dist::Distribution& d,
                    std::span<const Value> arguments) {
  for (std::size_t k = 0; k < d.arguments.size(); ++k) {
    const model::Range range = drawable_range(d, k);
    const auto numbers = arguments[k].numbers();
    const auto outside =
        std::ranges::find_if(numbers, [&](double x) { return !(x > range.low && x < range.high); });
    if (outside == numbers.end()) continue;
    const auto element = static_cast<std::size_t>(outside - numbers.begin());
    fail(fmt::format("{}: {}{} must be {}, but it is {}", function, d.arguments[k].name,
                     element_text(arguments[k], element),
                     std::isinf(*outside) ? "finite" : fmt::format("below {:.6g}", range.high),
                     *outside));
  }
}

}  // namespace

model::Range drawable_range(const dist::Distribution& d, std::size_t k) {
  constexpr double kLargestRate = 1 << 30;
  model::Range range;
  if (k == 0 && &d == &dist::poisson()) range.high = kLargestRate;
  if (k == 0 && &d == &dist::poisson_log()) range.high = std::log(kLargestRate);
  return range;
}

bool takes_total(const dist::Distribution& d) {
  return &d == &dist::multinomial() || &d == &multinomial_logit() || &d == &dirichlet_multinomial();
}

bool takes_size(const dist::Distribution& d) {
  return &d == &dist::lkj_corr() || &d == &dist::lkj_corr_cholesky();
}

Value draw(Random& random, const DrawCall& call, const dist::Distribution& d,
           std::span<const Value> arguments) {
  const bool has_size = takes_size(d);
  const std::size_t count = d.arguments.size();
  LaidOut laid = lay_out(call.function, d, nullptr, arguments.subspan(has_size ? 1 : 0, count));
  check_arguments(call.function, d, laid.arguments);
  check_drawable(call.function, d, laid.arguments);
  if (has_size) laid.length = static_cast<std::size_t>(size_argument(call.function, arguments[0]));
  if (takes_total(d)) {
    (void)size_argument(call.function, arguments.back());
    laid.arguments.push_back(arguments.back());
  }
  const Dims inner = item_dims(d, laid.length.value_or(0));
  const std::size_t size = size_of(inner);
  const std::size_t draws = laid.count.value_or(1);
  std::vector<double> numbers(draws * size);
  std::vector<double> item(size);
  ArgumentsOfDraw arguments_of(d, laid.arguments);
  for (std::size_t i = 0; i < draws && size > 0; ++i) {
    d.draw(random, arguments_of.at(i), item);
    for (std::size_t j = 0; j < size; ++j) numbers[i + draws * j] = item[j];
  }
  Dims dims = inner;
  if (laid.count) dims.insert(dims.begin(), draws);
  return Value::numbers(call.type, std::move(dims), std::move(numbers));
}

}  // namespace autumn::trace
