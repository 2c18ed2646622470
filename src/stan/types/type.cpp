// This file writes types as Stan does, and finds the type a declaration gives its variable.
#include "stan/types/type.h"

#include <algorithm>
#include <utility>

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
    case Base::kComplex: return "complex";
    case Base::kComplexVector: return "complex_vector";
    case Base::kComplexRowVector: return "complex_row_vector";
    case Base::kComplexMatrix: return "complex_matrix";
    case Base::kTuple: return "tuple";
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
    case DeclaredKind::kComplex: return Base::kComplex;
    case DeclaredKind::kComplexVector: return Base::kComplexVector;
    case DeclaredKind::kComplexRowVector: return Base::kComplexRowVector;
    case DeclaredKind::kComplexMatrix: return Base::kComplexMatrix;
    case DeclaredKind::kTuple: return Base::kTuple;
  }
  return Base::kReal;
}

}  // namespace

TypeList::TypeList(std::vector<Type> types) {
  if (!types.empty()) types_ = std::make_shared<const std::vector<Type>>(std::move(types));
}

std::size_t TypeList::size() const {
  return types_ == nullptr ? 0 : types_->size();
}

const Type* TypeList::begin() const {
  return types_ == nullptr ? nullptr : types_->data();
}

const Type* TypeList::end() const {
  return begin() + size();
}

const Type& TypeList::operator[](std::size_t i) const {
  return (*types_)[i];
}

void TypeList::push_back(Type type) {
  std::vector<Type> types(begin(), end());
  types.push_back(std::move(type));
  types_ = std::make_shared<const std::vector<Type>>(std::move(types));
}

bool TypeList::has_same_types(const TypeList& other) const {
  return std::equal(begin(), end(), other.begin(), other.end());
}

Base element_base(Base base) {
  if (base == Base::kInt || base == Base::kTuple) return base;
  return is_complex(base) ? Base::kComplex : Base::kReal;
}

Base real_base(Base base) {
  switch (base) {
    case Base::kComplex: return Base::kReal;
    case Base::kComplexVector: return Base::kVector;
    case Base::kComplexRowVector: return Base::kRowVector;
    case Base::kComplexMatrix: return Base::kMatrix;
    default: return base;
  }
}

Base complex_base(Base base) {
  switch (base) {
    case Base::kInt:
    case Base::kReal: return Base::kComplex;
    case Base::kVector: return Base::kComplexVector;
    case Base::kRowVector: return Base::kComplexRowVector;
    case Base::kMatrix: return Base::kComplexMatrix;
    default: return base;
  }
}

std::string to_text(const Type& type) {
  std::string text;
  if (type.array_rank > 0) text = "array[" + std::string(type.array_rank - 1, ',') + "] ";
  text += base_name(type.base);
  if (!type.is_tuple()) return text;
  std::string separator = "(";
  for (const Type& part : type.parts) {
    text += separator + to_text(part);
    separator = ", ";
  }
  // A tuple of one part is told from parentheses by a comma.
  return text + (type.parts.size() == 1 ? ",)" : ")");
}

Type DeclaredType::type() const {
  Type type{base_of(kind), static_cast<std::uint32_t>(array_sizes.size())};
  for (const DeclaredType& part : parts) type.parts.push_back(part.type());
  return type;
}

}  // namespace autumn::stan
