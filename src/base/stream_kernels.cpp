// This file has the ziggurat and the gamma draw of Random across streams: the same operations in
// the same order, up to where they would try again or take a logarithm.
#include "base/stream_kernels.h"

#include <cstdlib>

#include "base/error.h"
#include "base/vector_targets.h"
#include "base/ziggurat.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "base/stream_kernels.cpp"
// clang-format off: in this order
#include <hwy/foreach_target.h>

#include "base/philox_inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace autumn::HWY_NAMESPACE {

using Doubles = hn::ScalableTag<double>;
using W = hn::Vec<Words>;
using V = hn::Vec<Doubles>;

// As in Random: every step is exact.
HWY_INLINE V open_unit(W words) {
  const Doubles d;
  const W one = hn::BitCast(Words(), hn::Set(d, 1.0));
  const V below_two = hn::BitCast(d, hn::Or(hn::ShiftRight<12>(words), one));
  return hn::Add(hn::Sub(below_two, hn::Set(d, 1.0)), hn::Set(d, 0x1p-53));
}

// What a first try gives.
struct Tried {
  V x;
  hn::Mask<Doubles> is_draw;
};

HWY_INLINE Tried normal(const ZigguratTables& tables, W words) {
  const Doubles d;
  const auto block = hn::BitCast(hn::RebindToSigned<Words>(),
                                 hn::And(words, hn::Set(Words(), ZigguratTables::kBlockBits)));
  const V u = hn::Sub(hn::Mul(hn::Set(d, 2.0), open_unit(words)), hn::Set(d, 1.0));
  const V ratio = hn::GatherIndex(d, &tables.ratio[0], block);
  return {hn::Mul(u, hn::GatherIndex(d, &tables.edge[0], block)), hn::Lt(hn::Abs(u), ratio)};
}

// From a normal and a uniform number; e is the d of Random.
HWY_INLINE Tried gamma(Tried normal, V u, V shape) {
  const Doubles d;
  const V one = hn::Set(d, 1.0);
  const V x = normal.x;
  const V e = hn::Sub(shape, hn::Set(d, 1.0 / 3.0));
  const V y = hn::Mul(hn::Div(one, hn::Sqrt(hn::Mul(hn::Set(d, 9.0), e))), x);
  const V t = hn::Add(one, y);
  const V v = hn::Mul(hn::Mul(t, t), t);
  const V xy = hn::Mul(x, y);
  const V room = hn::Mul(hn::Mul(hn::Set(d, 12.0), hn::Sub(one, u)), hn::Min(one, t));
  const auto is_draw = hn::And(hn::Ge(shape, one), hn::Lt(hn::Mul(xy, xy), room));
  return {hn::Mul(e, v), hn::And(normal.is_draw, is_draw)};
}

// Returns the bits of those that are no draws.
HWY_INLINE Word store(Tried tried, std::size_t k, double* out) {
  const Doubles d;
  hn::StoreU(tried.x, d, out + k);
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(d, hn::Not(tried.is_draw), bits);
  return Word{bits[0]} << k;
}

static Word normals(const Word* HWY_RESTRICT words, std::size_t count, double* HWY_RESTRICT out) {
  const ZigguratTables& tables = ziggurat();
  const Words d;
  Word missing = 0;
  for (std::size_t k = 0; k < count; k += hn::Lanes(d)) {
    missing |= store(normal(tables, hn::LoadU(d, words + k)), k, out);
  }
  return missing;
}

static Word gammas(const std::array<const Word*, 2>& words, const double* HWY_RESTRICT shapes,
                   std::size_t count, double* HWY_RESTRICT out) {
  const ZigguratTables& tables = ziggurat();
  const Words d;
  Word missing = 0;
  for (std::size_t k = 0; k < count; k += hn::Lanes(d)) {
    const Tried x = normal(tables, hn::LoadU(d, words[0] + k));
    const V u = open_unit(hn::LoadU(d, words[1] + k));
    missing |= store(gamma(x, u, hn::LoadU(Doubles(), shapes + k)), k, out);
  }
  return missing;
}

static const StreamKernels& table() {
  static const StreamKernels kKernels{&first_blocks, &normals, &gammas};
  return kKernels;
}

}  // namespace autumn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "base/vector_dispatch.h"

namespace autumn {

const StreamKernels& stream_kernels(InstructionSet set) {
  AUTUMN_RETURN_FOR(set, table())
  AUTUMN_CHECK(false, "this build has the instruction set");
  std::abort();
}

}  // namespace autumn

#endif  // HWY_ONCE
