// This header multiplies many moderate numbers in vectors. Included once per instruction set.

#if defined(AUTUMN_GAUSSIAN_PRODUCT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef AUTUMN_GAUSSIAN_PRODUCT_INL_H_
#undef AUTUMN_GAUSSIAN_PRODUCT_INL_H_
#else
#define AUTUMN_GAUSSIAN_PRODUCT_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "gaussian/log_product.h"

HWY_BEFORE_NAMESPACE();
namespace autumn::gaussian::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Mantissas and the sum of exponents. Numbers may be products of four moderate ones, so that none
// is ever subnormal or infinite.
template <typename D>
class Multiplying {
 public:
  using V = hn::Vec<D>;

  HWY_INLINE Multiplying() : mantissa_(hn::Set(D(), 1.0)), exponent_(hn::Zero(I())) {}

  HWY_INLINE void multiply(V x) {
    const auto bits = hn::BitCast(I(), hn::Mul(mantissa_, x));
    exponent_ = hn::Add(exponent_, hn::Sub(hn::ShiftRight<52>(bits), hn::Set(I(), 1023)));
    const auto fraction = hn::And(bits, hn::Set(I(), 0xFFFFFFFFFFFFFLL));
    mantissa_ = hn::BitCast(D(), hn::Or(fraction, hn::Set(I(), 0x3FF0000000000000LL)));
  }

  HWY_INLINE Product result() const {
    constexpr std::size_t kLanes = hn::MaxLanes(D());
    HWY_ALIGN double mantissas[kLanes];
    HWY_ALIGN std::int64_t exponents[kLanes];
    hn::Store(mantissa_, D(), mantissas);
    hn::Store(exponent_, I(), exponents);
    Product out;
    std::int64_t exponent = 0;
    for (std::size_t k = 0; k < kLanes; ++k) {
      out.mantissa *= mantissas[k];
      exponent += exponents[k];
    }
    out.exponent = static_cast<double>(exponent);
    return out;
  }

 private:
  using I = hn::RebindToSigned<D>;
  V mantissa_;
  hn::Vec<I> exponent_;
};

}  // namespace autumn::gaussian::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // once per target
