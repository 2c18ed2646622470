// This file is the distribution normal(mu, sigma): the Gaussian with mean mu and standard
// deviation sigma > 0.
#include "dist/constants.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

Term log_density(Term y, Arguments args) {
  const Term z = (y - args[0]) / args[1];
  return -0.5 * square(z) - log(args[1]) - kHalfLogTwoPi;
}

Term log_cdf(Term y, Arguments args) {
  return log_normal_cdf((y - args[0]) / args[1]);
}

Term log_ccdf(Term y, Arguments args) {
  return log_normal_cdf((args[0] - y) / args[1]);
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  out[0] = scalar(args, 0) + scalar(args, 1) * random.normal();
}

void draw_many(const Streams& streams, ArgumentColumns args, std::span<double> out) {
  streams.normals(out);
  for (std::size_t k = 0; k < streams.count(); ++k) {
    out[k] = scalar(args, 0, k) + scalar(args, 1, k) * out[k];
  }
}

}  // namespace

const Distribution& normal() {
  static const Distribution kNormal{
      .name = "normal",
      .variate = {"y", Domain::kReal},
      .arguments = {{"mu", Domain::kReal}, {"sigma", Domain::kPositive}},
      .location = 0,
      .log_density = log_density,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
      .draw_many = draw_many,
  };
  return kNormal;
}

}  // namespace autumn::dist
