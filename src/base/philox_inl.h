// The first Philox 4x64-10 blocks of several streams. Included once per instruction set.

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

struct RoundKey {
  Word k0, k1;
  HWY_INLINE void next() {
    k0 += PHILOX_W64_0;
    k1 += PHILOX_W64_1;
  }
};

struct Block {
  Lanes c0, c1, c2, c3;
};

// The first two rounds, from the counter (0, iteration, element, 0): of their four products one is
// zero, and one the same for all streams.
HWY_INLINE Block two_rounds(const StreamKernels::Key& key, Lanes element) {
  const RoundKey first{key.key[0], key.key[1]};
  RoundKey second = first;
  second.next();
  const Wide same = Wide{PHILOX_M4x64_1} * first.k1;
  const Product y = multiply(element, PHILOX_M4x64_1);
  const Product x = multiply(xor_of(y.high, all(key.iteration), all(first.k0)), PHILOX_M4x64_0);
  return {xor_of(y.low, all(static_cast<Word>(same >> 64)), all(second.k0)),
          all(static_cast<Word>(same)), xor_of(x.high, all(0), all(second.k1)), x.low};
}

HWY_INLINE Block next_round(const Block& c, const RoundKey& key) {
  const Product x = multiply(c.c0, PHILOX_M4x64_0);
  const Product y = multiply(c.c2, PHILOX_M4x64_1);
  return {xor_of(y.high, c.c1, all(key.k0)), y.low, xor_of(x.high, c.c3, all(key.k1)), x.low};
}

template <std::size_t kCount>
HWY_INLINE void blocks_at(std::size_t k, const StreamKernels::Key& key,
                          const Word* HWY_RESTRICT elements, const std::array<Word*, 4>& words) {
  Block c[kCount];
  for (std::size_t i = 0; i < kCount; ++i) c[i] = two_rounds(key, load(elements + k + i * kLanes));
  RoundKey of_round{key.key[0], key.key[1]};
  of_round.next();
  for (int round = 2; round < 10; ++round) {
    of_round.next();
    for (std::size_t i = 0; i < kCount; ++i) c[i] = next_round(c[i], of_round);
  }
  for (std::size_t i = 0; i < kCount; ++i) {
    const std::size_t at = k + i * kLanes;
    store(c[i].c0, words[0] + at);
    store(c[i].c1, words[1] + at);
    store(c[i].c2, words[2] + at);
    store(c[i].c3, words[3] + at);
  }
}

static void first_blocks(const StreamKernels::Key& key, const Word* HWY_RESTRICT elements,
                         std::size_t count, const std::array<Word*, 4>& words) {
  std::size_t k = 0;
  for (; k + (kSideBySide - 1) * kLanes < count; k += kSideBySide * kLanes) {
    blocks_at<kSideBySide>(k, key, elements, words);
  }
  for (; k < count; k += kLanes) blocks_at<1>(k, key, elements, words);
}

}  // namespace autumn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
