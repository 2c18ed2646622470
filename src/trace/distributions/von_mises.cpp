// This file computes the cdf of the von Mises distribution, the integral of its density from -pi.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "expr/special/bessel.h"
#include "expr/special/quadrature.h"
#include "trace/distributions/extra_list.h"
#include "trace/functions/special.h"

namespace autumn::trace {
namespace {

using dist::Arguments;
using expr::Term;
using std::numbers::pi;

struct VonMises {
  double mu;
  double kappa;

  [[nodiscard]] double density(double x) const {
    return std::exp(kappa * std::cos(x - mu) - special::log_bessel_i0(kappa)) / (2 * pi);
  }
};

struct Mass {
  double total = 0;
  double by_kappa = 0;
};

// Between two places, in pieces that are short where the density changes fast: around the mean and
// its images.
Mass mass_between(const VonMises& d, double low, double high) {
  std::vector<double> cuts{low, high};
  const double scale = 1 / std::sqrt(std::max(d.kappa, 0.5));
  const double mean = std::remainder(d.mu, 2 * pi);
  for (const double image : {mean - 2 * pi, mean, mean + 2 * pi}) {
    for (const double step : {-30.0, -8.0, -3.0, 0.0, 3.0, 8.0, 30.0}) {
      const double cut = image + step * scale;
      if (cut > low && cut < high) cuts.push_back(cut);
    }
  }
  std::sort(cuts.begin(), cuts.end());
  const double mean_cosine = special::bessel_i1_i0_ratio(d.kappa);
  Mass mass;
  for (std::size_t k = 1; k < cuts.size(); ++k) {
    special::for_each_node(cuts[k] - cuts[k - 1], [&](double v, double weight) {
      const double x = cuts[k - 1] + v;
      const double p = weight * d.density(x);
      mass.total += p;
      mass.by_kappa += p * (std::cos(x - d.mu) - mean_cosine);
    });
  }
  return mass;
}

// log P(Y <= y), or log P(Y > y), with its slopes by y, mu and kappa.
template <bool kIsLower>
Slopes log_tail(std::span<const double> in) {
  const VonMises d{in[1], in[2]};
  const double y = std::clamp(in[0], -pi, pi);
  if (!(d.kappa >= 0) || std::isnan(in[0]) || !std::isfinite(d.mu)) return {NAN, {NAN, NAN, NAN}};
  const Mass mass = kIsLower ? mass_between(d, -pi, y) : mass_between(d, y, pi);
  const double sign = kIsLower ? 1 : -1;
  const double at_y = sign * d.density(y);
  const double at_end = sign * d.density(pi);
  return {std::log(mass.total),
          {at_y / mass.total, (at_end - at_y) / mass.total, mass.by_kappa / mass.total}};
}

Term apply_to_all(const std::shared_ptr<const expr::Kernel>& kernel, Term y, Arguments args) {
  expr::Builder& builder = args[0].builder();
  const std::array<Term, 3> inputs{y, args[0], args[1]};
  expr::Shape shape = expr::Shape::scalar();
  for (const Term x : inputs) {
    if (!x.shape().is_scalar()) shape = x.shape();
  }
  std::vector<Term> results;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    std::vector<NodeId> operands;
    for (const Term x : inputs) {
      operands.push_back(x.shape().is_scalar() ? x.id() : element(x, i).id());
    }
    results.emplace_back(builder, builder.part(builder.kernel(kernel, operands), 0));
  }
  return shape.is_scalar() ? results[0] : reshape(concat(results), shape);
}

}  // namespace

Term von_mises_log_cdf(Term y, Arguments args) {
  static const auto kKernel = make_kernel("von_mises_lcdf", log_tail<true>);
  return apply_to_all(kKernel, y, args);
}

Term von_mises_log_ccdf(Term y, Arguments args) {
  static const auto kKernel = make_kernel("von_mises_lccdf", log_tail<false>);
  return apply_to_all(kKernel, y, args);
}

}  // namespace autumn::trace
