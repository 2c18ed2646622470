// These tests compare streams started together with each alone, to the bit, on every instruction
// set.
#include "base/streams.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace autumn {
namespace {

constexpr StreamKey kKey{.seed = 9, .chain = 2, .purpose = Purpose::kRecovery, .iteration = 7};

std::vector<std::uint64_t> elements_of(std::size_t count, std::uint64_t first) {
  std::vector<std::uint64_t> elements;
  for (std::size_t k = 0; k < count; ++k) elements.push_back(first + 3 * k);
  return elements;
}

Random alone(StreamKey key, std::uint64_t element) {
  key.element = element;
  return Random(key);
}

// Calls check(streams, their elements) for every instruction set and every count.
template <typename Check>
void for_all(Check check) {
  for (const InstructionSet set : available_instruction_sets()) {
    SCOPED_TRACE(name_of(set));
    Streams streams(set);
    for (std::size_t count = 1; count <= Streams::kMost; ++count) {
      const auto elements = elements_of(count, count * (1ULL << 40));
      streams.start(kKey, elements);
      ASSERT_EQ(streams.count(), count);
      check(streams, elements);
    }
  }
}

TEST(Streams, BitsAreThoseOfStreamsStartedAlone) {
  for_all([](const Streams& streams, const std::vector<std::uint64_t>& elements) {
    for (std::size_t k = 0; k < elements.size(); ++k) {
      Random together = streams.stream(k);
      Random one = alone(kKey, elements[k]);
      for (int i = 0; i < 9; ++i) ASSERT_EQ(together.bits(), one.bits());
    }
  });
}

TEST(Streams, EveryPartOfTheKeyCounts) {
  std::vector<StreamKey> keys(5, kKey);
  keys[0].seed = ~0ULL;
  keys[1].chain = ~0U;
  keys[2].purpose = Purpose::kTest;
  keys[3].iteration = ~0ULL;
  const std::vector<std::uint64_t> elements{0, 5, ~0ULL, 1ULL << 32, (1ULL << 32) - 1, 7, 8, 9, 1};
  for (const InstructionSet set : available_instruction_sets()) {
    Streams streams(set);
    for (const StreamKey& key : keys) {
      streams.start(key, elements);
      for (std::size_t k = 0; k < elements.size(); ++k) {
        Random together = streams.stream(k);
        Random one = alone(key, elements[k]);
        for (int i = 0; i < 5; ++i) ASSERT_EQ(together.bits(), one.bits());
      }
    }
  }
}

// So many that all ways of the ziggurat are taken: its tail has a share of 6e-4.
TEST(Streams, NormalsAreThoseOfStreamsStartedAlone) {
  for (const InstructionSet set : available_instruction_sets()) {
    SCOPED_TRACE(name_of(set));
    Streams streams(set);
    int beyond = 0;
    for (std::uint64_t batch = 0; batch < 2000; ++batch) {
      const auto elements = elements_of(1 + batch % Streams::kMost, 1000 * batch);
      streams.start(kKey, elements);
      std::vector<double> together(elements.size());
      streams.normals(together);
      for (std::size_t k = 0; k < elements.size(); ++k) {
        ASSERT_EQ(together[k], alone(kKey, elements[k]).normal());
        if (std::fabs(together[k]) > 3.4427) ++beyond;
      }
    }
    EXPECT_GT(beyond, 10);
  }
}

TEST(Streams, GammasThatAreNotMissingAreThoseOfStreamsStartedAlone) {
  for_all([](const Streams& streams, const std::vector<std::uint64_t>& elements) {
    std::vector<double> first_shapes, second_shapes;
    for (std::size_t k = 0; k < elements.size(); ++k) {
      first_shapes.push_back(std::pow(10.0, -1.0 + 7.0 * static_cast<double>(k) / Streams::kMost));
      second_shapes.push_back(1.0 + 0.1 * static_cast<double>(k));
    }
    Streams::Numbers first, second;
    const Streams::Set first_missing = streams.try_first_gammas(first_shapes, first);
    const Streams::Set second_missing = streams.try_second_gammas(second_shapes, second);
    for (std::size_t k = 0; k < elements.size(); ++k) {
      Random one = alone(kKey, elements[k]);
      EXPECT_TRUE(first_shapes[k] >= 1.0 || (first_missing >> k & 1U) != 0);
      if ((first_missing >> k & 1U) != 0) continue;
      ASSERT_EQ(first[k], one.gamma(first_shapes[k]));
      if ((second_missing >> k & 1U) != 0) continue;
      ASSERT_EQ(second[k], one.gamma(second_shapes[k]));
    }
  });
}

TEST(Streams, GammasTakeOneShapeForAll) {
  Streams streams;
  const auto elements = elements_of(13, 5);
  streams.start(kKey, elements);
  const std::vector<double> shapes(13, 2.5);
  Streams::Numbers shared, separate;
  EXPECT_EQ(streams.try_first_gammas(std::span(shapes).first(1), shared),
            streams.try_first_gammas(shapes, separate));
  for (std::size_t k = 0; k < elements.size(); ++k) EXPECT_EQ(shared[k], separate[k]);
}

// Which is what makes it worth while. Outside the blocks of the ziggurat are 2.8%, and less than 1%
// do not pass the squeeze.
TEST(Streams, FewGammasAreMissing) {
  Streams streams;
  const double shape = 4.0;
  int missing = 0;
  Streams::Numbers numbers;
  for (std::uint64_t batch = 0; batch < 1000; ++batch) {
    streams.start(kKey, elements_of(Streams::kMost, 1000 * batch));
    missing += std::popcount(streams.try_first_gammas({&shape, 1}, numbers));
  }
  EXPECT_LT(missing, 1000 * static_cast<int>(Streams::kMost) / 25);
  EXPECT_GT(missing, 0);
}

}  // namespace
}  // namespace autumn
