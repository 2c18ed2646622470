// These tests check log Jacobians by values against those of the transforms that lead there.
#include "model/jacobian.h"

#include "model/transforms.h"

namespace autumn::model::testing {
namespace {

// At a value, or nothing.
std::optional<double> jacobian_at(const Declared& declared, const Numbers& value) {
  Builder builder;
  const Shape shape = node_shape(declared.dims);
  const Term x(builder, builder.input("x", shape));
  const SupportTerms support{.lower = bound_term(builder, declared.bounds.lower, shape),
                             .upper = bound_term(builder, declared.bounds.upper, shape),
                             .offset = bound_term(builder, declared.bounds.offset, shape),
                             .multiplier = bound_term(builder, declared.bounds.multiplier, shape)};
  const auto jacobian = log_jacobian_at(declared.variable(), support, x);
  if (!jacobian) return std::nullopt;
  const Graph graph = std::move(builder).finish({jacobian->id()});
  const std::vector<Array> inputs{{shape, value}};
  return interpret(graph, inputs)[0].numbers[0];
}

TEST(JacobianByValue, IsThatOfTheTransformForEverySupportButUnitVectors) {
  Random random({.seed = 15, .purpose = Purpose::kTest});
  for (const Declared& declared : all_supports()) {
    for (int k = 0; k < 3; ++k) {
      const Numbers free = uniform_numbers(random, declared.free_size(), -1.5, 1.5);
      const Values there = transform(declared, free);
      const auto found = jacobian_at(declared, there.value);
      if (declared.kind == SupportKind::kUnitVector && !there.value.empty()) {
        EXPECT_FALSE(found);
        continue;
      }
      ASSERT_TRUE(found) << declared.name();
      EXPECT_NEAR(*found, there.log_jacobian, 1e-10 * (1.0 + std::fabs(there.log_jacobian)))
          << declared.name();
    }
  }
}

}  // namespace
}  // namespace autumn::model::testing
