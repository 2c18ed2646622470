// This file computes values of densities at constant variates, and Pearson's chi-square test.
#include "dist/discrete_harness.h"

#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <map>

namespace autumn::dist {

expr::Array constant_value_of(TermFunction f, const expr::Array& y, Arrays args) {
  expr::Builder builder;
  const Term variate(builder, builder.constant(y.shape, y.numbers));
  std::vector<Term> terms;
  for (const expr::Array& arg : args) terms.emplace_back(builder, builder.input("a", arg.shape));
  const expr::NodeId result = f(variate, terms).id();
  return expr::interpret(builder.graph(), {&result, 1}, args)[0];
}

std::vector<double> values_at(TermFunction f, const std::vector<double>& y, Arrays args) {
  return constant_value_of(f, vector_of(y), args).numbers;
}

double value_at(TermFunction f, double y, Arrays args) {
  return constant_value_of(f, number(y), args).numbers.at(0);
}

expr::Array matrix_of(std::size_t rows, std::size_t cols, std::vector<double> x) {
  return {expr::Shape::matrix(rows, cols), std::move(x)};
}

std::vector<double> integers(double from, double to) {
  std::vector<double> result;
  for (double k = from; k <= to; ++k) result.push_back(k);
  return result;
}

double chi_square_p_value(const std::vector<double>& draws, const std::vector<double>& support,
                          const std::vector<double>& probabilities) {
  std::map<double, double> counts;
  for (const double draw : draws) counts[draw] += 1.0;
  const double n = static_cast<double>(draws.size());
  double chi_square = 0.0;
  double cells = 0.0;
  double seen_in_all = 0.0;
  double seen = 0.0;
  double expected = 0.0;
  double expected_in_all = 0.0;
  for (std::size_t i = 0; i < support.size(); ++i) {
    seen += counts[support[i]];
    expected += n * probabilities[i];
    if (expected < 10.0) continue;
    chi_square += (seen - expected) * (seen - expected) / expected;
    cells += 1.0;
    seen_in_all += seen;
    expected_in_all += expected;
    seen = expected = 0.0;
  }
  // The rest: the tail, values outside the listed support, and what merging left over.
  const double rest = n - expected_in_all;
  const double rest_seen = n - seen_in_all;
  if (rest >= 1e-3) {
    chi_square += (rest_seen - rest) * (rest_seen - rest) / std::fmax(rest, 1.0);
    cells += 1.0;
  } else if (rest_seen > 0.0) {
    return 0.0;
  }
  if (cells <= 1.0) return 1.0;
  return boost::math::gamma_q(0.5 * (cells - 1.0), 0.5 * chi_square);
}

}  // namespace autumn::dist
