// `Streams` makes the first numbers of many random streams at once.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/instruction_set.h"
#include "base/random.h"

namespace autumn {

struct StreamKernels;

// The beginnings of several streams, whose keys differ by the element only. Whatever is drawn here
// is equal to the bit to what each stream alone gives, on every instruction set.
class Streams {
 public:
  static constexpr std::size_t kMost = 64;
  // Of all streams; behind those that were started there may be anything.
  using Numbers = std::array<double, kMost>;
  // Bit k: stream k.
  using Set = std::uint64_t;

  explicit Streams(InstructionSet set = default_instruction_set());

  // Stream k is that of the key with elements[k]; at most kMost.
  void start(const StreamKey& key, std::span<const std::uint64_t> elements);
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] Random stream(std::size_t k) const;

  // out[k] is stream(k).normal().
  void normals(std::span<double> out) const;
  // Shapes are one number or one per stream. The first draw of each stream with gamma(shape), or
  // the second after a first one that was not missing. Missing are shapes below 1, and draws that
  // take more than one try or a logarithm, about one in thirty: these are to be drawn from
  // stream(k), from its beginning.
  [[nodiscard]] Set try_first_gammas(std::span<const double> shapes, Numbers& out) const;
  [[nodiscard]] Set try_second_gammas(std::span<const double> shapes, Numbers& out) const;

  // Calls visit(k) for the streams of a set.
  template <typename Visit>
  static void for_each(Set set, Visit visit) {
    for (; set != 0; set &= set - 1) visit(static_cast<std::size_t>(std::countr_zero(set)));
  }

 private:
  [[nodiscard]] Set try_gammas(std::size_t word, std::span<const double> shapes,
                               Numbers& out) const;
  [[nodiscard]] Set started() const { return ~Set{0} >> (kMost - count_); }

  const StreamKernels* kernels_;
  StreamKey key_;
  std::size_t count_ = 1;
  std::array<std::uint64_t, kMost> elements_{};
  std::array<std::array<std::uint64_t, kMost>, 4> words_{};  // the first block of each stream
};

}  // namespace autumn
