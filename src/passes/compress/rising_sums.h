// This header turns sums of log rising factorials of one number into sums of logarithms.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace autumn::passes {

// With c_j = the weights of the rows i with n_i > j, summed,
//   sum_i w_i log(a (a + 1) ... (a + n_i - 1)) = sum_j c_j log(a + j),
// where nothing cancels, and a logarithm costs a third of a log gamma with its slope. Returns c;
// nothing if a length is not a whole number, or if the lengths are so long and so few that log
// gammas are cheaper.
[[nodiscard]] std::optional<std::vector<double>> factor_weights(
    std::span<const double> lengths, const std::function<double(std::size_t)>& weight);

}  // namespace autumn::passes
