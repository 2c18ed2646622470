// A type of the Stan language is what an expression is, without sizes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace autumn::stan {

enum class Base : std::uint8_t {
  kInt,
  kReal,
  kVector,
  kRowVector,
  kMatrix,
  kComplex,
  kComplexVector,
  kComplexRowVector,
  kComplexMatrix,
  kTuple,
  kVoid,  // of functions that return nothing
};

[[nodiscard]] constexpr bool is_complex(Base base) {
  return base >= Base::kComplex && base <= Base::kComplexMatrix;
}

struct Type;

// The types of the parts of a tuple. Most types have none, and are copied for every value of a
// running program: then this is a null pointer.
class TypeList {
 public:
  constexpr TypeList() = default;
  TypeList(std::vector<Type> types);  // NOLINT: a list is one of types

  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] const Type* begin() const;
  [[nodiscard]] const Type* end() const;
  [[nodiscard]] const Type& operator[](std::size_t i) const;
  void push_back(Type type);

  friend bool operator==(const TypeList& a, const TypeList& b) {
    return a.types_ == b.types_ || a.has_same_types(b);
  }

 private:
  [[nodiscard]] bool has_same_types(const TypeList& other) const;

  std::shared_ptr<const std::vector<Type>> types_;
};

// `array[,] vector` is {kVector, 2}, `array[] tuple(int, real)` is {kTuple, 1, {int, real}}.
struct Type {
  Base base = Base::kReal;
  std::uint32_t array_rank = 0;
  TypeList parts = {};  // of a tuple

  [[nodiscard]] bool is_scalar() const {
    return array_rank == 0 && (base == Base::kInt || base == Base::kReal);
  }
  [[nodiscard]] bool is_int() const { return array_rank == 0 && base == Base::kInt; }
  [[nodiscard]] bool is_void() const { return base == Base::kVoid; }
  [[nodiscard]] bool is_complex() const { return stan::is_complex(base); }
  [[nodiscard]] bool is_tuple() const { return base == Base::kTuple; }
  // Made of several arrays of numbers: see leaves.h.
  [[nodiscard]] bool is_composite() const { return is_complex() || is_tuple(); }
  // How many indices it takes to get to a number, or to a tuple.
  [[nodiscard]] std::size_t rank() const { return array_rank + inner_rank(); }
  // The same without its array dimensions.
  [[nodiscard]] std::size_t inner_rank() const {
    switch (base) {
      case Base::kMatrix:
      case Base::kComplexMatrix: return 2;
      case Base::kVector:
      case Base::kRowVector:
      case Base::kComplexVector:
      case Base::kComplexRowVector: return 1;
      case Base::kInt:
      case Base::kReal:
      case Base::kComplex:
      case Base::kTuple:
      case Base::kVoid: return 0;
    }
    return 0;
  }
  // An array of so many dimensions more, or of the same without any.
  [[nodiscard]] Type in_arrays(std::uint32_t more) const {
    return {base, array_rank + more, parts};
  }
  [[nodiscard]] Type without_arrays() const { return {base, 0, parts}; }
  bool operator==(const Type&) const = default;
};

inline const Type kIntType{Base::kInt, 0};
inline const Type kRealType{Base::kReal, 0};
inline const Type kComplexType{Base::kComplex, 0};

// The base of the elements of vectors and matrices, with single indices: int of int, real of
// matrix, complex of complex_vector.
[[nodiscard]] Base element_base(Base base);
// vector for complex_vector, and so on; other bases stay.
[[nodiscard]] Base real_base(Base base);
// complex_vector for vector, and so on; complex for int, too.
[[nodiscard]] Base complex_base(Base base);

// "real", "array[,] int", "tuple(int, row_vector)", ...
[[nodiscard]] std::string to_text(const Type& type);

}  // namespace autumn::stan
