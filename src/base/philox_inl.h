// This header computes the first Philox 4x64-10 blocks of several streams with vectors. Included
// once per instruction set.

#if defined(AUTUMN_BASE_PHILOX_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef AUTUMN_BASE_PHILOX_INL_H_
#undef AUTUMN_BASE_PHILOX_INL_H_
#else
#define AUTUMN_BASE_PHILOX_INL_H_
#endif

#include <Random123/philox.h>
#include <hwy/highway.h>

#include "base/stream_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace autumn::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Word = std::uint64_t;
using Words = hn::ScalableTag<Word>;

__extension__ typedef unsigned __int128 Wide;  // NOLINT: `using` takes no __extension__

// Philox multiplies 64 x 64 bits. Products of halves, four or eight lanes at a time, are faster
// than the multiplier of whole words; two are not.
#if HWY_MAX_BYTES >= 32

using Lanes = hn::Vec<Words>;
HWY_INLINE Lanes load(const Word* from) {
  return hn::LoadU(Words(), from);
}
HWY_INLINE void store(Lanes x, Word* to) {
  hn::StoreU(x, Words(), to);
}
HWY_INLINE Lanes all(Word x) {
  return hn::Set(Words(), x);
}
HWY_INLINE Lanes xor_of(Lanes x, Lanes y, Lanes z) {
  return hn::Xor3(x, y, z);
}

struct Product {
  Lanes high, low;
};

HWY_INLINE Product multiply(Lanes a, Word b) {
  const Words d;
  const hn::Repartition<std::uint32_t, Words> halves;
  const auto product = [&](Lanes x, Lanes y) HWY_ATTR {
    return hn::MulEven(hn::BitCast(halves, x), hn::BitCast(halves, y));
  };
  const Lanes b0 = all(b & 0xFFFFFFFFU), b1 = all(b >> 32);
  const Lanes a1 = hn::ShiftRight<32>(a);
  const Lanes lowest = product(a, b0);
  const Lanes middle = hn::Add(product(a1, b0), hn::ShiftRight<32>(lowest));
  const Lanes other = hn::Add(product(a, b1), hn::And(middle, all(0xFFFFFFFFU)));
  const Lanes carried = hn::Add(hn::ShiftRight<32>(middle), hn::ShiftRight<32>(other));
  const Lanes low = hn::BitCast(
      d, hn::OddEven(hn::BitCast(halves, hn::ShiftLeft<32>(other)), hn::BitCast(halves, lowest)));
  return {hn::Add(product(a1, b1), carried), low};
}

#else

using Lanes = Word;
HWY_INLINE Lanes load(const Word* from) {
  return *from;
}
HWY_INLINE void store(Lanes x, Word* to) {
  *to = x;
}
HWY_INLINE Lanes all(Word x) {
  return x;
}
HWY_INLINE Lanes xor_of(Lanes x, Lanes y, Lanes z) {
  return x ^ y ^ z;
}

struct Product {
  Lanes high, low;
};

HWY_INLINE Product multiply(Lanes a, Word b) {
  const Wide product = Wide{a} * b;
  return {static_cast<Word>(product >> 64), static_cast<Word>(product)};
}

#endif

constexpr std::size_t kLanes = sizeof(Lanes) / sizeof(Word);
// Blocks of lanes side by side: a round waits for the one before it, so that one alone would leave
// the multiplier idle half the time.
constexpr std::size_t kSideBySide = 2;

constexpr int kRounds = 10;

// The keys of all rounds.
struct RoundKeys {
  Word k0[kRounds], k1[kRounds];
  HWY_INLINE explicit RoundKeys(const std::array<Word, 2>& key) {
    for (int round = 0; round < kRounds; ++round) {
      k0[round] = key[0] + static_cast<Word>(round) * PHILOX_W64_0;
      k1[round] = key[1] + static_cast<Word>(round) * PHILOX_W64_1;
    }
  }
};

struct CounterLanes {
  Lanes c0, c1, c2, c3;
};

// The first two rounds, from the counter (0, iteration, element, 0): of their four products one is
// zero, and one the same for all streams.
HWY_INLINE CounterLanes two_rounds(const RoundKeys& keys, Word iteration, Lanes element) {
  const Wide same = Wide{PHILOX_M4x64_1} * keys.k1[0];
  const Product y = multiply(element, PHILOX_M4x64_1);
  const Product x = multiply(xor_of(y.high, all(iteration), all(keys.k0[0])), PHILOX_M4x64_0);
  return {xor_of(y.low, all(static_cast<Word>(same >> 64)), all(keys.k0[1])),
          all(static_cast<Word>(same)), xor_of(x.high, all(0), all(keys.k1[1])), x.low};
}

HWY_INLINE void next_round(CounterLanes& c, Word k0, Word k1) {
  const Product x = multiply(c.c0, PHILOX_M4x64_0);
  const Product y = multiply(c.c2, PHILOX_M4x64_1);
  c.c0 = xor_of(y.high, c.c1, all(k0));
  c.c1 = y.low;
  c.c2 = xor_of(x.high, c.c3, all(k1));
  c.c3 = x.low;
}

// The blocks of kCount times kLanes streams.
template <std::size_t kCount>
HWY_INLINE void make_blocks(const RoundKeys& keys, Word iteration, const Word* elements,
                            const std::array<Word*, 4>& words, std::size_t first) {
  CounterLanes c[kCount];
  for (std::size_t i = 0; i < kCount; ++i) {
    c[i] = two_rounds(keys, iteration, load(elements + first + i * kLanes));
  }
  for (int round = 2; round < kRounds; ++round) {
    for (CounterLanes& block : c) next_round(block, keys.k0[round], keys.k1[round]);
  }
  for (std::size_t i = 0; i < kCount; ++i) {
    const std::size_t k = first + i * kLanes;
    store(c[i].c0, words[0] + k);
    store(c[i].c1, words[1] + k);
    store(c[i].c2, words[2] + k);
    store(c[i].c3, words[3] + k);
  }
}

static void first_blocks(const StreamKernels::Key& key, const Word* HWY_RESTRICT elements,
                         std::size_t count, const std::array<Word*, 4>& words) {
  const RoundKeys keys(key.key);
  std::size_t k = 0;
  for (; k + (kSideBySide - 1) * kLanes < count; k += kSideBySide * kLanes) {
    make_blocks<kSideBySide>(keys, key.iteration, elements, words, k);
  }
  for (; k < count; k += kLanes) make_blocks<1>(keys, key.iteration, elements, words, k);
}

}  // namespace autumn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
