// A type of the Stan language is what an expression is, without sizes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace autumn::stan {

enum class Base : std::uint8_t {
  kInt,
  kReal,
  kVector,
  kRowVector,
  kMatrix,
  kVoid,  // of functions that return nothing
};

// `array[,] vector` is {kVector, 2}.
struct Type {
  Base base = Base::kReal;
  std::uint32_t array_rank = 0;

  [[nodiscard]] bool is_scalar() const {
    return array_rank == 0 && (base == Base::kInt || base == Base::kReal);
  }
  [[nodiscard]] bool is_int() const { return array_rank == 0 && base == Base::kInt; }
  [[nodiscard]] bool is_void() const { return base == Base::kVoid; }
  // How many indices it takes to get to a number.
  [[nodiscard]] std::size_t rank() const {
    const std::size_t inner = base == Base::kMatrix                               ? 2
                              : base == Base::kVector || base == Base::kRowVector ? 1
                                                                                  : 0;
    return array_rank + inner;
  }
  bool operator==(const Type&) const = default;
};

inline constexpr Type kIntType{Base::kInt, 0};
inline constexpr Type kRealType{Base::kReal, 0};

// "real", "array[,] int", "row_vector", ...
[[nodiscard]] std::string to_text(const Type& type);

}  // namespace autumn::stan
