// This file finds the sizes of declared variables, and refuses what there is no memory for.
#include <fmt/format.h>

#include <span>

#include "base/display_name.h"
#include "base/words.h"
#include "trace/interpreter.h"

namespace autumn::trace {
namespace {

// What sums to something, or has a length.
bool needs_elements(stan::DeclaredKind kind) {
  using enum stan::DeclaredKind;
  return kind == kSimplex || kind == kUnitVector || kind == kSumToZeroVector ||
         kind == kColumnStochasticMatrix || kind == kRowStochasticMatrix ||
         kind == kSumToZeroMatrix;
}

// Whether there are items of these last dimensions.
void check_item(const stan::DeclaredType& type, const Dims& dims) {
  const auto item = std::span(dims).last(type.sizes.size());
  for (std::size_t k = 0; k < item.size(); ++k) {
    if (item[k] > 0 || !needs_elements(type.kind)) continue;
    throw RuntimeError{"a size is 0", "a variable of this type has at least one element",
                       type.sizes[k]->where, false};
  }
  const bool is_factor = type.kind == stan::DeclaredKind::kCholeskyFactorCov && item.size() == 2;
  if (!is_factor || item[1] <= item[0]) return;
  throw RuntimeError{fmt::format("a cholesky_factor_cov of {} cannot have {}",
                                 counted(item[0], "row"), counted(item[1], "column")),
                     "there are no more columns than rows", type.sizes[1]->where, false};
}

}  // namespace

void Interpreter::require_memory(const std::string& name, const Dims& dims, double copies) const {
  constexpr double kGigabyte = 1e9;
  double count = 1;
  for (const std::size_t extent : dims) count *= static_cast<double>(extent);
  const double bytes = copies * count * sizeof(double);
  if (count > static_cast<double>(hooks_.limits.elements)) {
    fail(fmt::format("`{}` has {:.10g} elements ({:.3g} GB), but a variable has at most {}",
                     display_name(name), count, bytes / kGigabyte, hooks_.limits.elements));
  }
  const auto memory = static_cast<double>(hooks_.limits.bytes);
  if (memory > 0 && bytes > memory) {
    fail(
        fmt::format("`{}` has {:.10g} elements, which need at least {:.3g} GB of memory, but it "
                    "may have {:.3g} GB",
                    display_name(name), count, bytes / kGigabyte, memory / kGigabyte));
  }
}

Dims Interpreter::declared_dims(const stan::Declaration& declaration) {
  const stan::DeclaredType& type = declaration.type;
  Dims dims;
  const auto add = [&](const stan::ExprPtr& size) {
    const double extent = known_number(*size, "a size");
    if (extent < 0) {
      throw RuntimeError{fmt::format("a size is {}", extent), "sizes cannot be negative",
                         size->where, false};
    }
    dims.push_back(static_cast<std::size_t>(extent));
  };
  for (const stan::ExprPtr& size : type.array_sizes) add(size);
  for (const stan::ExprPtr& size : type.sizes) add(size);
  check_item(type, dims);
  // Square matrices are declared with one size.
  const bool is_square = type.type().base == stan::Base::kMatrix && type.sizes.size() == 1;
  if (is_square) dims.push_back(dims.back());
  require_memory(declaration.name, dims, 1.0);
  return dims;
}

}  // namespace autumn::trace
