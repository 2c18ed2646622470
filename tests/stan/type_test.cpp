// These tests look at types as text, and at the types of declarations.
#include "stan/types/type.h"

#include <gtest/gtest.h>

#include "stan/syntax/ast.h"

namespace autumn::stan {
namespace {

TEST(Type, IsWrittenAsStanWritesIt) {
  EXPECT_EQ(to_text(Type{Base::kInt, 0}), "int");
  EXPECT_EQ(to_text(Type{Base::kReal, 1}), "array[] real");
  EXPECT_EQ(to_text(Type{Base::kRowVector, 2}), "array[,] row_vector");
  EXPECT_EQ(to_text(Type{Base::kMatrix, 3}), "array[,,] matrix");
  EXPECT_EQ(to_text(Type{Base::kVoid, 0}), "void");
}

TEST(Type, OfEveryDeclaredKindIsItsUnconstrainedOne) {
  const auto base_of = [](DeclaredKind kind) {
    DeclaredType declared;
    declared.kind = kind;
    return declared.type().base;
  };
  EXPECT_EQ(base_of(DeclaredKind::kInt), Base::kInt);
  EXPECT_EQ(base_of(DeclaredKind::kReal), Base::kReal);
  EXPECT_EQ(base_of(DeclaredKind::kRowVector), Base::kRowVector);
  for (const DeclaredKind kind :
       {DeclaredKind::kVector, DeclaredKind::kSimplex, DeclaredKind::kUnitVector,
        DeclaredKind::kOrdered, DeclaredKind::kPositiveOrdered, DeclaredKind::kSumToZeroVector}) {
    EXPECT_EQ(base_of(kind), Base::kVector);
  }
  for (const DeclaredKind kind :
       {DeclaredKind::kMatrix, DeclaredKind::kCholeskyFactorCorr, DeclaredKind::kCholeskyFactorCov,
        DeclaredKind::kCorrMatrix, DeclaredKind::kCovMatrix, DeclaredKind::kColumnStochasticMatrix,
        DeclaredKind::kRowStochasticMatrix, DeclaredKind::kSumToZeroMatrix}) {
    EXPECT_EQ(base_of(kind), Base::kMatrix);
  }
}

TEST(Type, OfADeclarationCountsItsArrayDimensions) {
  DeclaredType declared;
  declared.kind = DeclaredKind::kSimplex;
  declared.array_sizes.resize(2);
  EXPECT_EQ(declared.type(), (Type{Base::kVector, 2}));
}

TEST(Type, RankCountsTheIndicesDownToANumber) {
  EXPECT_EQ((Type{Base::kInt, 0}).rank(), 0U);
  EXPECT_EQ((Type{Base::kVector, 2}).rank(), 3U);
  EXPECT_EQ((Type{Base::kMatrix, 1}).rank(), 3U);
}

}  // namespace
}  // namespace autumn::stan
