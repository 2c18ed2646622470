// These tests draw with arguments that are none: every sampler must come to an end.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "base/numbers.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

constexpr std::size_t kLength = 3;

expr::Shape shape_of(Item item) {
  switch (item) {
    case Item::kScalar: return expr::Shape::scalar();
    case Item::kVector: return expr::Shape::vector(kLength);
    case Item::kMatrix: return expr::Shape::matrix(kLength, kLength);
  }
  return expr::Shape::scalar();
}

// All arguments ordinary but one, whose numbers are all `bad`.
void draw_with(const Distribution& distribution, std::size_t which, double bad) {
  std::vector<std::vector<double>> numbers;
  for (std::size_t k = 0; k < distribution.arguments.size(); ++k) {
    const expr::Shape shape = shape_of(distribution.arguments[k].item);
    std::vector<double> values(shape.size(), k == which ? bad : 1.0);
    if (k != which && shape.is_matrix()) {
      for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = i % (kLength + 1) == 0 ? 1.0 : 0.0;
    }
    numbers.push_back(std::move(values));
  }
  std::vector<Operand> arguments;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    arguments.push_back({shape_of(distribution.arguments[k].item), numbers[k]});
  }
  std::vector<double> out(shape_of(distribution.variate.item).size());
  Random random({.seed = 1, .purpose = Purpose::kTest});
  distribution.draw(random, arguments, out);
}

TEST(DrawsOfParameters, EndWhateverTheArgumentsAre) {
  for (const Distribution* distribution : all_distributions()) {
    // What is drawn back is continuous; counts are drawn only where their arguments were checked.
    const bool is_count = distribution->is_discrete() || distribution->name == "multinomial";
    if (distribution->draw == nullptr || is_count) continue;
    for (std::size_t k = 0; k < distribution->arguments.size(); ++k) {
      for (const double bad : {std::nan(""), kInfinity, -kInfinity, -1.0, -1e-300, 0.0, 1e300}) {
        SCOPED_TRACE(distribution->name);
        draw_with(*distribution, k, bad);
      }
    }
  }
}

}  // namespace
}  // namespace autumn::dist
