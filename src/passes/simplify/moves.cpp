// This file has the simplifications of `simplify` for operations that move elements: gather,
// scatter, concat, reshape, transpose.
#include <algorithm>
#include <limits>

#include "passes/simplify/simplification.h"

namespace autumn::passes::simplifications {
namespace {

using Result = std::optional<Term>;

Index moved_index(const Index& index, std::uint32_t (*move)(std::uint32_t, const Shape&),
                  const Shape& shape) {
  std::vector<std::uint32_t> elements(index.size());
  for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = move(index[i], shape);
  return Index::list(std::move(elements));
}

Result gather_all(const Site& site) {
  const Term x = site.operand(0);
  if (!index_of(site.node).is_identity(x.size())) return std::nullopt;
  return reshape(x, site.shape());
}

// There is only one element to read.
Result gather_one(const Site& site) {
  const Term x = site.operand(0);
  if (x.size() != 1) return std::nullopt;
  return broadcast(reshape(x, Shape::scalar()), site.shape());
}

Result gather_gathered(const Site& site) {
  const Term x = site.operand(0);
  if (is(x, Op::kReshape)) return gather(operand(x, 0), index_of(site.node), site.shape());
  if (!is(x, Op::kGather)) return std::nullopt;
  return gather(operand(x, 0), compose(index_of(x), index_of(site.node)), site.shape());
}

Result gather_repeated(const Site& site) {
  const Term x = site.operand(0);
  if (is(x, Op::kBroadcast)) return broadcast(operand(x, 0), site.shape());
  const Index& index = index_of(site.node);
  if (is(x, Op::kRepeatRows)) {
    const auto column = [](std::uint32_t i, const Shape& s) { return i / s.rows; };
    return gather(operand(x, 0), moved_index(index, column, x.shape()), site.shape());
  }
  if (is(x, Op::kRepeatCols)) {
    const auto row = [](std::uint32_t i, const Shape& s) { return i % s.rows; };
    return gather(operand(x, 0), moved_index(index, row, x.shape()), site.shape());
  }
  return std::nullopt;
}

// One element, row or column of a transposed matrix; longer lists would lose their regularity.
Result gather_transposed(const Site& site) {
  const Term x = site.operand(0);
  if (!is(x, Op::kTranspose)) return std::nullopt;
  // Element i of the transpose, of r rows, stands in row i % r: column i % r of the original.
  const auto mirror = [](std::uint32_t i, const Shape& s) {
    return i / s.rows + (i % s.rows) * s.cols;
  };
  Index index = moved_index(index_of(site.node), mirror, x.shape());
  if (!index.is_range()) return std::nullopt;
  return gather(operand(x, 0), std::move(index), site.shape());
}

const std::vector<std::uint32_t>& starts_of(const Site& site, Term concat) {
  auto& starts = site.places[concat.id().value];
  if (!starts.empty()) return starts;
  starts.push_back(0);
  for (const NodeId part : site.graph().operands(concat.id())) {
    const auto size = static_cast<std::uint32_t>(site.graph().shape(part).size());
    starts.push_back(starts.back() + size);
  }
  return starts;
}

struct Extent {
  std::uint32_t lowest;
  std::uint32_t highest;
};

Extent extent_of(const Index& index) {
  if (index.is_range()) {
    const std::uint32_t first = index[0];
    const std::uint32_t last = index[index.size() - 1];
    return {std::min(first, last), std::max(first, last)};
  }
  const auto [low, high] = std::minmax_element(index.elements().begin(), index.elements().end());
  return {*low, *high};
}

// Reading inside one part of a concatenation is reading that part.
Result gather_concatenated(const Site& site) {
  const Term x = site.operand(0);
  const Index& index = index_of(site.node);
  if (!is(x, Op::kConcat) || index.size() == 0) return std::nullopt;
  const auto& starts = starts_of(site, x);
  const Extent extent = extent_of(index);
  const auto next = std::upper_bound(starts.begin(), starts.end(), extent.lowest);
  if (extent.highest >= *next) return std::nullopt;
  const auto part = static_cast<std::size_t>(next - starts.begin()) - 1;
  const std::uint32_t start = starts[part];
  if (index.is_range()) {
    return gather(
        operand(x, part),
        Index::range(index[0] - start, static_cast<std::uint32_t>(index.size()), index.step()),
        site.shape());
  }
  std::vector<std::uint32_t> elements = index.elements();
  for (std::uint32_t& element : elements) element -= start;
  return gather(operand(x, part), Index::list(std::move(elements)), site.shape());
}

// At a place of a scatter to which none or several elements are added.
constexpr std::uint32_t kNoSingleOne = std::numeric_limits<std::uint32_t>::max();

const std::vector<std::uint32_t>& single_ones_of(const Site& site, Term scatter) {
  auto& ones = site.places[scatter.id().value];
  if (!ones.empty()) return ones;
  const Index& index = index_of(scatter);
  std::vector<std::uint32_t> counts(scatter.size(), 0);
  ones.assign(scatter.size(), kNoSingleOne);
  for (std::size_t i = 0; i < index.size(); ++i) {
    ones[index[i]] = ++counts[index[i]] == 1 ? static_cast<std::uint32_t>(i) : kNoSingleOne;
  }
  return ones;
}

// The elements that were written to these places, one to each.
std::optional<Index> in_scattered(const Site& site, Term scatter, const Index& index) {
  const std::vector<std::uint32_t>& ones = single_ones_of(site, scatter);
  std::vector<std::uint32_t> elements(index.size());
  for (std::size_t i = 0; i < elements.size(); ++i) {
    elements[i] = ones[index[i]];
    if (elements[i] == kNoSingleOne) return std::nullopt;
  }
  return Index::list(std::move(elements));
}

// Reading places to which one element each was written is reading these elements: what is left of
// a variable of which some elements were collapsed is the variable again.
Result gather_scattered(const Site& site) {
  const Term x = site.operand(0);
  if (!is(x, Op::kScatterAdd)) return std::nullopt;
  std::optional<Index> inside = in_scattered(site, x, index_of(site.node));
  if (!inside) return std::nullopt;
  return gather(operand(x, 0), *std::move(inside), site.shape());
}

// Of a matrix that elements are scattered to, which rows or columns are whole, each with its place
// among the whole ones, and the matrix of these alone.
struct WholeLines {
  std::vector<std::uint32_t> place;  // kNoSingleOne of the others
  std::vector<std::uint32_t> elements;
  std::uint32_t count = 0;
};

WholeLines whole_lines(const Site& site, Term scatter, bool are_columns) {
  const Shape shape = scatter.shape();
  const auto rows = static_cast<std::uint32_t>(shape.rows);
  const std::vector<std::uint32_t>& ones = single_ones_of(site, scatter);
  WholeLines whole{.place = std::vector<std::uint32_t>(are_columns ? shape.cols : shape.rows),
                   .elements = {}};
  for (std::uint32_t i = 0; i < ones.size(); ++i) {
    std::uint32_t& place = whole.place[are_columns ? i / rows : i % rows];
    if (ones[i] == kNoSingleOne) place = kNoSingleOne;
  }
  for (std::uint32_t& place : whole.place) {
    if (place != kNoSingleOne) place = whole.count++;
  }
  for (std::uint32_t i = 0; i < ones.size(); ++i) {
    if (whole.place[are_columns ? i / rows : i % rows] != kNoSingleOne) {
      whole.elements.push_back(ones[i]);
    }
  }
  return whole;
}

// The same places in a product of whole lines alone; nothing if others are read.
std::optional<Index> in_whole_lines(const Index& index, const WholeLines& whole, Shape product,
                                    bool are_columns) {
  const auto rows = static_cast<std::uint32_t>(product.rows);
  std::vector<std::uint32_t> elements(index.size());
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const std::uint32_t row = index[i] % rows, column = index[i] / rows;
    const std::uint32_t place = whole.place[are_columns ? column : row];
    if (place == kNoSingleOne) return std::nullopt;
    elements[i] = are_columns ? row + rows * place : place + whole.count * column;
  }
  return Index::list(std::move(elements));
}

// Reading nothing of the columns (rows) of a product with a matrix that has some without elements
// is reading the product of the others: levels without data cost nothing in a matrix of effects.
Result gather_product_of_scattered(const Site& site, Term product, const Index& index) {
  if (!is(product, Op::kMatmul)) return std::nullopt;
  const std::uint32_t flags = site.graph().node(product.id()).payload;
  const Term left = operand(product, 0), right = operand(product, 1);
  const bool is_right = is(right, Op::kScatterAdd);
  const Term scatter = is_right ? right : left;
  if (!is(scatter, Op::kScatterAdd) || !scatter.shape().is_matrix()) return std::nullopt;
  // Columns of the product are those of its right operand, or rows where that is transposed.
  const std::uint32_t transpose =
      is_right ? expr::flag::kTransposeRight : expr::flag::kTransposeLeft;
  const bool are_columns = is_right != ((flags & transpose) != 0);
  const WholeLines whole = whole_lines(site, scatter, are_columns);
  if (whole.count == 0 || whole.count == whole.place.size()) return std::nullopt;
  std::optional<Index> inside = in_whole_lines(index, whole, product.shape(), is_right);
  if (!inside) return std::nullopt;
  const Shape shape = are_columns ? Shape::matrix(scatter.shape().rows, whole.count)
                                  : Shape::matrix(whole.count, scatter.shape().cols);
  const Term lines = gather(operand(scatter, 0), Index::list(whole.elements), shape);
  return gather(is_right ? matmul(left, lines, flags) : matmul(lines, right, flags),
                *std::move(inside), site.shape());
}

Result gather_product(const Site& site) {
  const Term x = site.operand(0);
  if (!is(x, Op::kTranspose)) return gather_product_of_scattered(site, x, index_of(site.node));
  const Shape shape = x.shape();
  const auto mirror = [](std::uint32_t i, const Shape& s) {
    return static_cast<std::uint32_t>(i / s.rows + (i % s.rows) * s.cols);
  };
  return gather_product_of_scattered(site, operand(x, 0),
                                     moved_index(index_of(site.node), mirror, shape));
}

// The same of a product element by element: what was scattered is multiplied where it came from.
Result gather_scaled(const Site& site) {
  const Term x = site.operand(0);
  if (!is(x, Op::kMul)) return std::nullopt;
  const bool is_first = is(operand(x, 0), Op::kScatterAdd);
  const Term scatter = operand(x, is_first ? 0 : 1), other = operand(x, is_first ? 1 : 0);
  if (!is(scatter, Op::kScatterAdd) || scatter.size() != x.size()) return std::nullopt;
  std::optional<Index> inside = in_scattered(site, scatter, index_of(site.node));
  if (!inside) return std::nullopt;
  const Term elements = reshape(operand(scatter, 0), Shape::vector(operand(scatter, 0).size()));
  const Term scales = is_scalar(other) ? other : gather(other, index_of(scatter));
  return gather(elements * scales, *std::move(inside), site.shape());
}

Result scatter_all(const Site& site) {
  const Term x = site.operand(0);
  if (is_scalar(site.node)) return sum(x);
  // Additions to one place, one after the other, are slower than a sum.
  if (site.node.size() == 1 && x.size() > 1) return reshape(sum(x), site.shape());
  if (!index_of(site.node).is_identity(site.node.size())) return std::nullopt;
  return reshape(x, site.shape());
}

// Of nothing, or of zeros.
Result scatter_zeros(const Site& site) {
  const Term x = site.operand(0);
  const bool is_zero = x.size() == 0 || (is(x, Op::kBroadcast) && is_number(operand(x, 0), 0.0));
  if (!is_zero) return std::nullopt;
  return broadcast(constant(site.builder(), 0.0), site.shape());
}

Result scatter_scattered(const Site& site) {
  const Term x = site.operand(0);
  if (is(x, Op::kReshape)) return scatter_add(operand(x, 0), index_of(site.node), site.shape());
  if (!is(x, Op::kScatterAdd)) return std::nullopt;
  return scatter_add(operand(x, 0), compose(index_of(site.node), index_of(x)), site.shape());
}

Result reshape_moved(const Site& site) {
  const Term x = site.operand(0);
  const Shape shape = site.shape();
  if (is(x, Op::kReshape)) return reshape(operand(x, 0), shape);
  if (is(x, Op::kBroadcast)) return broadcast(operand(x, 0), shape);
  if (is(x, Op::kGather)) return gather(operand(x, 0), index_of(x), shape);
  if (is(x, Op::kScatterAdd)) return scatter_add(operand(x, 0), index_of(x), shape);
  const bool is_one_part = is(x, Op::kConcat) && site.graph().operands(x.id()).size() == 1;
  if (is_one_part) return reshape(operand(x, 0), shape);
  return std::nullopt;
}

Result transpose_moved(const Site& site) {
  const Term x = site.operand(0);
  const Shape shape = site.shape();
  if (is(x, Op::kTranspose)) return operand(x, 0);
  if (is(x, Op::kBroadcast)) return broadcast(operand(x, 0), shape);
  if (is(x, Op::kRepeatRows)) return repeat_cols(operand(x, 0), shape.cols);
  if (is(x, Op::kRepeatCols)) return repeat_rows(operand(x, 0), shape.rows);
  if (shape.rows == 1 || shape.cols == 1) return reshape(x, shape);
  return std::nullopt;
}

// Whether two neighbouring parts can be one.
bool may_merge(Term a, Term b) {
  if (is_constant(a) && is_constant(b)) return true;
  return is(a, Op::kGather) && is(b, Op::kGather) && operand(a, 0).id() == operand(b, 0).id();
}

Term merged(const Site& site, std::span<const Term> parts) {
  if (parts.size() == 1) return parts[0];
  std::size_t size = 0;
  for (const Term& part : parts) size += part.size();
  if (is_constant(parts[0])) {
    std::vector<double> numbers;
    for (const Term& part : parts) {
      const auto of_part = site.graph().constant(part.id());
      numbers.insert(numbers.end(), of_part.begin(), of_part.end());
    }
    return {site.builder(), site.builder().constant(Shape::vector(size), numbers)};
  }
  std::vector<std::uint32_t> elements;
  elements.reserve(size);
  for (const Term& part : parts) {
    const Index& index = index_of(part);
    for (std::size_t i = 0; i < index.size(); ++i) elements.push_back(index[i]);
  }
  return gather(operand(parts[0], 0), Index::list(std::move(elements)));
}

// The parts without empty ones, reshapes and short concatenations inside. (Long ones stay: a chain
// of them would be copied once for each link.)
std::vector<Term> flat_parts(const Site& site) {
  constexpr std::size_t kShort = 16;
  std::vector<Term> parts;
  for (std::size_t k = 0; k < site.arity(); ++k) {
    const Term x = site.operand(k);
    const std::size_t inner = site.graph().operands(x.id()).size();
    if (is(x, Op::kConcat) && inner <= kShort) {
      for (std::size_t j = 0; j < inner; ++j) parts.push_back(operand(x, j));
    } else if (x.size() != 0) {
      parts.push_back(is(x, Op::kReshape) ? operand(x, 0) : x);
    }
  }
  return parts;
}

Result concat_parts(const Site& site) {
  const std::vector<Term> parts = flat_parts(site);
  std::vector<Term> few;
  for (std::size_t i = 0; i < parts.size();) {
    std::size_t end = i + 1;
    while (end < parts.size() && may_merge(parts[i], parts[end])) ++end;
    few.push_back(merged(site, std::span(parts).subspan(i, end - i)));
    i = end;
  }
  if (few.empty()) return Term(site.builder(), site.builder().constant(site.shape(), {}));
  if (few.size() == 1) return reshape(few[0], site.shape());
  const Term result = concat(few);
  if (result.id() == site.node.id()) return std::nullopt;
  return result;
}

constexpr NamedSimplification kMoveSimplifications[] = {
    {Op::kGather, "all of x", gather_all},
    {Op::kGather, "the only element", gather_one},
    {Op::kGather, "x[i][j]", gather_gathered},
    {Op::kGather, "of repeated", gather_repeated},
    {Op::kGather, "of transposed", gather_transposed},
    {Op::kGather, "of concatenated", gather_concatenated},
    {Op::kGather, "of elements that were added to", gather_added},
    {Op::kGather, "of scattered", gather_scattered},
    {Op::kGather, "of scaled scattered", gather_scaled},
    {Op::kGather, "of a product with scattered", gather_product},
    {Op::kScatterAdd, "to all of x", scatter_all},
    {Op::kScatterAdd, "of zeros", scatter_zeros},
    {Op::kScatterAdd, "of scattered", scatter_scattered},
    {Op::kReshape, "of moved", reshape_moved},
    {Op::kTranspose, "of moved", transpose_moved},
    {Op::kConcat, "of parts", concat_parts},
};

}  // namespace

std::span<const NamedSimplification> move_simplifications() {
  return kMoveSimplifications;
}

}  // namespace autumn::passes::simplifications
