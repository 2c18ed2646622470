// This header has what the tests of discrete and multivariate distributions share: values, grids,
// goodness of fit.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dist/density_law.h"

namespace autumn::dist {

// f(y, args) by the reference interpreter with the variate a constant of the graph, as discrete
// variates are in models; the arguments are inputs.
[[nodiscard]] expr::Array constant_value_of(TermFunction f, const expr::Array& y, Arrays args);
// f at every number of y, the arguments being shared.
[[nodiscard]] std::vector<double> values_at(TermFunction f, const std::vector<double>& y,
                                            Arrays args);
[[nodiscard]] double value_at(TermFunction f, double y, Arrays args);

[[nodiscard]] expr::Array matrix_of(std::size_t rows, std::size_t cols, std::vector<double> x);
// From, from + 1, ..., to.
[[nodiscard]] std::vector<double> integers(double from, double to);

// The probability that chi-square is at least as large as for these draws. Neighbouring values
// are merged until 10 draws are expected; what lies outside the support counts as a cell of
// probability 0.
[[nodiscard]] double chi_square_p_value(const std::vector<double>& draws,
                                        const std::vector<double>& support,
                                        const std::vector<double>& probabilities);

}  // namespace autumn::dist
