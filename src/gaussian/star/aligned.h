// This header holds numbers that begin at the boundary of a cache line, as vectors of eight
// should.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

namespace autumn::gaussian::star {

inline constexpr std::size_t kLine = 64;  // bytes

template <typename T>
struct AlignedAllocator {
  using value_type = T;
  AlignedAllocator() = default;
  template <typename U>
  AlignedAllocator(const AlignedAllocator<U>&) {}  // NOLINT: allocators convert
  [[nodiscard]] T* allocate(std::size_t n) {
    return static_cast<T*>(::operator new(n * sizeof(T), std::align_val_t{kLine}));
  }
  void deallocate(T* p, std::size_t) { ::operator delete(p, std::align_val_t{kLine}); }
  bool operator==(const AlignedAllocator&) const = default;
};

using AlignedNumbers = std::vector<double, AlignedAllocator<double>>;

// The first boundary from p on, at most seven numbers away.
[[nodiscard]] inline double* aligned(double* p) {
  const auto address = reinterpret_cast<std::uintptr_t>(p);
  return p + (kLine - address % kLine) % kLine / sizeof(double);
}

}  // namespace autumn::gaussian::star
