// The Dirichlet family on the simplex: the product of v[k]^n[k]. An element here is a whole vector;
// parameters and counts are a vector for one item, or a matrix with one row per item.
#include "base/error.h"
#include "collapse/rules/list.h"
#include "collapse/rules/rows.h"
#include "collapse/rules/supports.h"
#include "dist/items.h"
#include "dist/list.h"

namespace autumn::collapse {
namespace {

using dist::item_length;
using dist::item_sums;
using dist::match_items;
using expr::Shape;

std::optional<Parameters> prior(const dist::Distribution& distribution, Arguments arguments) {
  if (&distribution == &dist::dirichlet()) return Parameters{arguments[0]};
  return std::nullopt;
}

bool accepts(const Use& use, Arguments) {
  const bool is_known =
      use.distribution == &dist::categorical() || use.distribution == &dist::multinomial();
  return is_known && use.position == 1 && use.kind == UseKind::kPower && use.is_bare;
}

// A one in the category of each observation, built as a constant: there may be many.
Share categorical_share(Term y, Term theta) {
  const std::vector<double> categories = dist::constant_numbers(y);
  const std::size_t length = item_length(theta);
  const bool is_batch = theta.shape().is_matrix() || !y.shape().is_scalar();
  const std::size_t rows = theta.shape().is_matrix() ? theta.shape().rows : y.size();
  AUTUMN_CHECK(categories.size() == 1 || categories.size() == rows, "a row has one category");
  std::vector<double> counts(rows * length, 0.0);
  for (std::size_t i = 0; i < rows; ++i) {
    const double k = categories[categories.size() == 1 ? 0 : i];
    AUTUMN_CHECK(k >= 1.0 && k <= static_cast<double>(length), "a category is in the support");
    counts[i + rows * (static_cast<std::size_t>(k) - 1)] = 1.0;
  }
  expr::Builder& builder = y.builder();
  const Shape shape = is_batch ? Shape::matrix(rows, length) : Shape::vector(length);
  return {.increments = {{builder, builder.constant(shape, counts)}},
          .remainder = filled(builder, 0.0, is_batch ? Shape::vector(rows) : Shape::scalar())};
}

// The multinomial coefficient is the density where all of theta is one.
Share multinomial_share(Term y, Term theta) {
  const Term ones = filled(y.builder(), 1.0, y.shape());
  const Term coefficient = dist::multinomial().log_density(y, {&ones, 1});
  if (y.shape().is_matrix() || !theta.shape().is_matrix()) return {{y}, coefficient};
  const std::size_t rows = theta.shape().rows;
  return {{repeat_rows(y, rows)}, broadcast(coefficient, Shape::vector(rows))};
}

Share share(const Use& use, Term value, Arguments arguments) {
  if (use.distribution == &dist::categorical()) return categorical_share(value, arguments[0]);
  return multinomial_share(value, arguments[0]);
}

Parameters posterior(const std::optional<Parameters>& prior, const Parameters& sums) {
  if (!prior) return {1.0 + sums[0]};
  const auto [alpha, n] = match_items((*prior)[0], sums[0]);
  return {alpha + n};
}

// The product of rising factorials over that of their sum; the flat density is that of alpha = 1
// but for its constant, gamma(K).
Term log_marginal(const std::optional<Parameters>& prior, const Parameters& sums) {
  if (!prior) {
    const double length = static_cast<double>(item_length(sums[0]));
    return item_sums(lgamma(1.0 + sums[0])) - lgamma(length + item_sums(sums[0]));
  }
  const auto [alpha, n] = match_items((*prior)[0], sums[0]);
  return item_sums(log_rising_factorial(alpha, n)) -
         log_rising_factorial(item_sums((*prior)[0]), item_sums(sums[0]));
}

}  // namespace

const FamilyRule& dirichlet_rule() {
  static const FamilyRule kDirichlet{
      .name = "Dirichlet",
      .item = FamilyItem::kVector,
      .parameters = 1,
      .fits = is_simplex,
      .recovery = dist::dirichlet,
      .prior = prior,
      .accepts = accepts,
      .share = share,
      .log_marginal = log_marginal,
      .posterior = posterior,
      // Counts are not negative.
      .is_proper_when_flat = [](const Parameters&, const InputSigns&) { return true; },
  };
  return kDirichlet;
}

}  // namespace autumn::collapse
