// This file writes types as Stan does, and finds the type a declaration gives its variable.
#include "stan/types/type.h"

#include "stan/syntax/ast.h"

namespace autumn::stan {

namespace {

std::string base_name(Base base) {
  switch (base) {
    case Base::kInt: return "int";
    case Base::kReal: return "real";
    case Base::kVector: return "vector";
    case Base::kRowVector: return "row_vector";
    case Base::kMatrix: return "matrix";
    case Base::kVoid: return "void";
  }
  return "";
}

Base base_of(DeclaredKind kind) {
  switch (kind) {
    case DeclaredKind::kInt: return Base::kInt;
    case DeclaredKind::kReal: return Base::kReal;
    case DeclaredKind::kVector:
    case DeclaredKind::kSimplex:
    case DeclaredKind::kUnitVector:
    case DeclaredKind::kOrdered:
    case DeclaredKind::kPositiveOrdered:
    case DeclaredKind::kSumToZeroVector: return Base::kVector;
    case DeclaredKind::kRowVector: return Base::kRowVector;
    case DeclaredKind::kMatrix:
    case DeclaredKind::kCholeskyFactorCorr:
    case DeclaredKind::kCholeskyFactorCov:
    case DeclaredKind::kCorrMatrix:
    case DeclaredKind::kCovMatrix:
    case DeclaredKind::kColumnStochasticMatrix:
    case DeclaredKind::kRowStochasticMatrix:
    case DeclaredKind::kSumToZeroMatrix: return Base::kMatrix;
  }
  return Base::kReal;
}

}  // namespace

std::string to_text(const Type& type) {
  if (type.array_rank == 0) return base_name(type.base);
  return "array[" + std::string(type.array_rank - 1, ',') + "] " + base_name(type.base);
}

Type DeclaredType::type() const {
  return {base_of(kind), static_cast<std::uint32_t>(array_sizes.size())};
}

}  // namespace autumn::stan
