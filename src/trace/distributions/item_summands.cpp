// This file is the table of summands of densities of vectors and matrices, from the
// `include_summand` of Stan Math.
#include <Eigen/Cholesky>
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "dist/constants.h"
#include "trace/distributions/summand_table.h"
#include "trace/distributions/summands.h"

namespace autumn::trace {
namespace {

using Items = std::span<const SummandItem>;
using Matrix = Eigen::Map<const Eigen::MatrixXd>;

struct ItemSummand {
  std::string_view distribution;
  unsigned reads;
  double (*value)(Items x);
};

constexpr unsigned kValue = 1, kFirst = 2, kSecond = 4, kThird = 8, kFourth = 16;
constexpr double kLogTwo = std::numbers::ln2;

Matrix matrix_of(const SummandItem& x) {
  const auto rows = static_cast<Eigen::Index>(x.rows);
  return {x.numbers.data(), rows, static_cast<Eigen::Index>(x.numbers.size()) / rows};
}

double log_determinant(const SummandItem& x) {
  const Eigen::LLT<Eigen::MatrixXd> factor(matrix_of(x));
  return 2.0 * Eigen::MatrixXd(factor.matrixL()).diagonal().array().log().sum();
}

double log_diagonal(const SummandItem& x) {
  return matrix_of(x).diagonal().array().log().sum();
}

// trace(a^-1 b)
double trace_of_quotient(const SummandItem& a, const SummandItem& b) {
  return Eigen::MatrixXd(matrix_of(a)).llt().solve(Eigen::MatrixXd(matrix_of(b))).trace();
}

double sum_of_logs(const SummandItem& x) {
  double sum = 0.0;
  for (const double each : x.numbers) sum += std::log(each);
  return sum;
}

double log_multi_gamma(double k, double x) {
  double sum = 0.25 * k * (k - 1.0) * std::log(std::numbers::pi);
  for (double i = 0.0; i < k; i += 1.0) sum += std::lgamma(x - 0.5 * i);
  return sum;
}

double order_of(Items x) {
  return static_cast<double>(x[0].rows);
}

// The normaliser of correlation matrices (Lewandowski, Kurowicka and Joe 2009).
double lkj_normaliser(Items x) {
  const double eta = x[1].numbers[0];
  const double k = order_of(x);
  double sum = 0.0;
  for (double i = 1.0; i < k; i += 1.0) {
    const double a = eta + 0.5 * (k - 1.0 - i);
    const double log_beta = 2.0 * std::lgamma(a) - std::lgamma(2.0 * a);
    sum -= (k - i) * (log_beta + (2.0 * a - 1.0) * kLogTwo);
  }
  return sum;
}

double gaussian_constant(Items x) {
  return -dist::kHalfLogTwoPi * static_cast<double>(x[0].size);
}

// Row n of a regression, or the one value for all rows.
double row_of(const SummandItem& x, std::size_t n) {
  return x.numbers.size() == 1 ? x.numbers[0] : x.numbers[n];
}

std::size_t rows_of_regression(Items x) {
  return std::max(x[0].size, x[1].rows);
}

double log_factorials(Items x) {
  double sum = 0.0;
  for (std::size_t n = 0; n < rows_of_regression(x); ++n) sum -= std::lgamma(row_of(x[0], n) + 1.0);
  return sum;
}

double precision_terms(Items x) {
  double sum = 0.0;
  for (std::size_t n = 0; n < rows_of_regression(x); ++n) {
    const double phi = row_of(x[4], n);
    sum += phi * std::log(phi) - std::lgamma(phi) + std::lgamma(row_of(x[0], n) + phi);
  }
  return sum;
}

double linear_terms(Items x) {
  const Eigen::Map<const Eigen::VectorXd> slopes(x[3].numbers.data(),
                                                 static_cast<Eigen::Index>(x[3].numbers.size()));
  const Eigen::VectorXd means = matrix_of(x[1]) * slopes;
  double sum = 0.0;
  for (std::size_t n = 0; n < rows_of_regression(x); ++n) {
    const double mean = means[means.size() == 1 ? 0 : static_cast<Eigen::Index>(n)];
    sum += row_of(x[0], n) * (mean + row_of(x[2], n));
  }
  return sum;
}

double multinomial_constant(Items x) {
  double total = 0.0;
  double logs = 0.0;
  for (const double n : x[0].numbers) {
    total += n;
    if (n > 0.0) logs += std::log(n);
  }
  return total > 0.0 ? std::log(total) - logs : 0.0;
}

const ItemSummand kItemSummands[] = {
    {"wishart", kFirst,
     [](Items x) {
       const double nu = x[1].numbers[0];
       return -0.5 * nu * order_of(x) * kLogTwo - log_multi_gamma(order_of(x), 0.5 * nu);
     }},
    {"wishart", kFirst | kSecond,
     [](Items x) { return -0.5 * x[1].numbers[0] * log_determinant(x[2]); }},
    {"wishart", kValue | kSecond, [](Items x) { return -0.5 * trace_of_quotient(x[2], x[0]); }},
    {"wishart", kValue | kFirst,
     [](Items x) { return 0.5 * (x[1].numbers[0] - order_of(x) - 1.0) * log_determinant(x[0]); }},
    {"inv_wishart", kFirst,
     [](Items x) { return -log_multi_gamma(order_of(x), 0.5 * x[1].numbers[0]); }},
    {"inv_wishart", kFirst | kSecond,
     [](Items x) {
       return 0.5 * x[1].numbers[0] * (log_determinant(x[2]) - order_of(x) * kLogTwo);
     }},
    {"inv_wishart", kValue | kSecond, [](Items x) { return -0.5 * trace_of_quotient(x[0], x[2]); }},
    {"wishart_cholesky", kFirst,
     [](Items x) {
       const double nu = x[1].numbers[0];
       return order_of(x) * kLogTwo * (1.0 - 0.5 * nu) - log_multi_gamma(order_of(x), 0.5 * nu);
     }},
    {"inv_wishart_cholesky", kFirst,
     [](Items x) {
       const double nu = x[1].numbers[0];
       return order_of(x) * kLogTwo * (1.0 - 0.5 * nu) - log_multi_gamma(order_of(x), 0.5 * nu);
     }},
    {"lkj_corr", kFirst, lkj_normaliser},
    {"lkj_corr_cholesky", kFirst, lkj_normaliser},
    {"multi_gp", 0, gaussian_constant},
    {"multi_gp", kFirst, [](Items x) { return -0.5 * order_of(x) * log_determinant(x[1]); }},
    {"multi_gp", kSecond,
     [](Items x) { return 0.5 * static_cast<double>(x[1].rows) * sum_of_logs(x[2]); }},
    {"multi_gp_cholesky", 0, gaussian_constant},
    {"multi_gp_cholesky", kFirst, [](Items x) { return -order_of(x) * log_diagonal(x[1]); }},
    {"multi_gp_cholesky", kSecond,
     [](Items x) { return 0.5 * static_cast<double>(x[1].rows) * sum_of_logs(x[2]); }},
    {"gaussian_dlm_obs", 0, gaussian_constant},
    {"dirichlet_multinomial", 0, multinomial_constant},
    {"neg_binomial_2_log_glm", 0, log_factorials},
    {"neg_binomial_2_log_glm", kFourth, precision_terms},
    {"neg_binomial_2_log_glm", kFirst | kSecond | kThird, linear_terms},
};

}  // namespace

std::optional<double> dropped_item_summands(std::string_view distribution, Items items,
                                            const std::vector<bool>& is_differentiated) {
  return dropped_of(kItemSummands, distribution, items, is_differentiated);
}

bool has_item_summands(std::string_view distribution) {
  return std::ranges::find(kItemSummands, distribution, &ItemSummand::distribution) !=
         std::end(kItemSummands);
}

}  // namespace autumn::trace
