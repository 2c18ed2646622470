// This file is the distribution lkj_corr(eta): correlation matrices with density in proportion to
// det(R)^(eta - 1).
#include <cmath>

#include "dist/items.h"
#include "dist/list.h"
#include "dist/lkj.h"
#include "dist/matrix_draws.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  const Term log_det = 2.0 * log_det_triangle(cholesky(y));
  return (args[0] - 1.0) * log_det + log_lkj_normaliser(args[0], y.shape().rows);
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  const auto n = static_cast<Eigen::Index>(std::lround(std::sqrt(static_cast<double>(out.size()))));
  write_product(draw_lkj_factor(random, scalar(args, 0), n), out);
  for (Eigen::Index i = 0; i < n; ++i) out[static_cast<std::size_t>(i * (n + 1))] = 1.0;
}

}  // namespace

const Distribution& lkj_corr() {
  static const Distribution kLkjCorr{
      .name = "lkj_corr",
      .variate = {"R", Domain::kCorrelation, Item::kMatrix},
      .arguments = {{"eta", Domain::kPositive}},
      .log_density = log_density,
      .draw = draw,
  };
  return kLkjCorr;
}

}  // namespace autumn::dist
