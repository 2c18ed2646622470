// These tests look at which expressions do not change with what is kept.
#include "collapse/fixed_numbers.h"

#include <gtest/gtest.h>

#include "expr/term.h"

namespace autumn::collapse {
namespace {

using expr::Shape;
using expr::Term;

TEST(FixedNodes, ZeroTimesWhatIsKeptIsZero) {
  expr::Builder builder;
  const Term tau(builder, builder.input("tau", Shape::scalar()));
  const double zeros[] = {0.0, 0.0, 0.0}, data[] = {1.0, 2.0, 3.0};
  const Term zero(builder, builder.constant(Shape::vector(3), zeros));
  const Term y(builder, builder.constant(Shape::vector(3), data));
  FixedNodes fixed(builder);
  EXPECT_EQ(fixed.numbers((y - tau * zero).id()), (std::vector<double>{1.0, 2.0, 3.0}));
  EXPECT_EQ(fixed.numbers((y - zero / tau).id()), (std::vector<double>{1.0, 2.0, 3.0}));
}

TEST(FixedNodes, WhatDependsOnWhatIsKeptIsNotFixed) {
  expr::Builder builder;
  const Term tau(builder, builder.input("tau", Shape::scalar()));
  const double some[] = {0.0, 1.0};
  const Term x(builder, builder.constant(Shape::vector(2), some));
  FixedNodes fixed(builder);
  EXPECT_FALSE(fixed.numbers((tau * x).id()));
  EXPECT_FALSE(fixed.numbers((tau + x).id()));
  EXPECT_FALSE(fixed.numbers((x / tau).id()));
  EXPECT_FALSE(fixed.numbers(tau.id()));
  EXPECT_EQ(fixed.numbers(x.id()), (std::vector<double>{0.0, 1.0}));
}

}  // namespace
}  // namespace autumn::collapse
