// Eight numbers at a time, in plain C++ that the compiler turns into the machine's vectors.
#pragma once

#include <cstddef>
#include <cstdint>

// Hot functions are compiled for several instruction sets and chosen at start. Contraction is off,
// so all of them give the same bits. Sanitizers do not live with functions chosen that early.
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__) && !defined(__clang__)
#define AUTUMN_CLONES \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define AUTUMN_CLONES
#endif
// Functions below that take or return vectors are always inlined, so it does not matter how vectors
// would be passed.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif
// Whatever a hot function calls must become part of it.
#define AUTUMN_INLINE [[gnu::always_inline]] inline

namespace autumn::gaussian {

inline constexpr std::size_t kLanes = 8;

using Lanes = double __attribute__((vector_size(64)));
using LaneBits = std::int64_t __attribute__((vector_size(64)));
using LooseLanes = double __attribute__((vector_size(64), aligned(8), may_alias));

AUTUMN_INLINE Lanes load(const double* from) {
  return *reinterpret_cast<const LooseLanes*>(from);
}
AUTUMN_INLINE void store(double* to, const Lanes& x) {
  *reinterpret_cast<LooseLanes*>(to) = x;
}
AUTUMN_INLINE Lanes spread(double x) {
  return Lanes{x, x, x, x, x, x, x, x};
}

AUTUMN_INLINE Lanes root(const Lanes& x) {
  Lanes out;
  for (std::size_t l = 0; l < kLanes; ++l) out[l] = __builtin_sqrt(x[l]);
  return out;
}
AUTUMN_INLINE Lanes absolute(const Lanes& x) {
  return reinterpret_cast<Lanes>(reinterpret_cast<LaneBits>(x) & INT64_MAX);
}

// Lanes from `count` on are replaced.
AUTUMN_INLINE Lanes keep_first(const Lanes& x, std::size_t count, double other) {
  const LaneBits number{0, 1, 2, 3, 4, 5, 6, 7};
  return number < static_cast<std::int64_t>(count) ? x : spread(other);
}

AUTUMN_INLINE double sum(const Lanes& x) {
  using Four = double __attribute__((vector_size(32)));
  using Two = double __attribute__((vector_size(16)));
  const Four four =
      __builtin_shufflevector(x, x, 0, 1, 2, 3) + __builtin_shufflevector(x, x, 4, 5, 6, 7);
  const Two two =
      __builtin_shufflevector(four, four, 0, 1) + __builtin_shufflevector(four, four, 2, 3);
  return two[0] + two[1];
}

}  // namespace autumn::gaussian
