// These tests look at the indices of elements as explain writes them.
#include "explain/indices.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace autumn::explainer {
namespace {

using Strings = std::vector<std::string>;
using Sizes = std::vector<std::size_t>;
using Elements = std::vector<std::uint32_t>;

TEST(Indices, CountFromOneFirstFastest) {
  EXPECT_EQ(indices_of(0, Sizes{5}), (Sizes{1}));
  EXPECT_EQ(indices_of(4, Sizes{3, 2}), (Sizes{2, 2}));
  EXPECT_EQ(indices_of(23, Sizes{2, 3, 4}), (Sizes{2, 3, 4}));
  EXPECT_EQ(indices_of(0, Sizes{}), (Sizes{}));
}

TEST(IndexRanges, JoinNeighbours) {
  EXPECT_EQ(index_ranges(Elements{0, 1, 3, 4, 5, 7}, Sizes{8}), (Strings{"1:2", "4:6", "8"}));
  EXPECT_EQ(index_ranges(Elements{}, Sizes{8}), (Strings{}));
}

TEST(IndexRanges, OfMatricesAreBoxes) {
  // The first two rows of a 3 x 2 matrix; then one of its elements.
  EXPECT_EQ(index_ranges(Elements{0, 1, 3, 4}, Sizes{3, 2}), (Strings{"1:2,1:2"}));
  EXPECT_EQ(index_ranges(Elements{4}, Sizes{3, 2}), (Strings{"2,2"}));
  EXPECT_EQ(index_ranges(Elements{0, 2, 3, 4}, Sizes{3, 2}), (Strings{"1,1", "3,1", "1:2,2"}));
}

// Every element of a box "1:2,3,2:4", as places in storage.
std::set<std::uint32_t> box_elements(const std::string& box, const Sizes& dims) {
  std::set<std::uint32_t> places{0};
  std::uint32_t stride = 1;
  std::size_t at = 0;
  for (const std::size_t extent : dims) {
    const std::size_t end = std::min(box.find(',', at), box.size());
    const std::string range = box.substr(at, end - at);
    const std::size_t colon = range.find(':');
    const auto low = static_cast<std::uint32_t>(std::stoul(range));
    const auto high = colon == std::string::npos
                          ? low
                          : static_cast<std::uint32_t>(std::stoul(range.substr(colon + 1)));
    std::set<std::uint32_t> next;
    for (const std::uint32_t place : places) {
      for (std::uint32_t i = low; i <= high; ++i) next.insert(place + stride * (i - 1));
    }
    places = next;
    stride *= static_cast<std::uint32_t>(extent);
    at = end + 1;
  }
  return places;
}

TEST(IndexRanges, AreExactlyTheElements) {
  std::mt19937 random(1);
  const Sizes dims{3, 2, 4};
  for (int trial = 0; trial < 200; ++trial) {
    std::set<std::uint32_t> wanted;
    for (std::uint32_t e = 0; e < 24; ++e) {
      if (random() % 3 != 0) wanted.insert(e);
    }
    std::set<std::uint32_t> found;
    std::size_t count = 0;
    for (const std::string& box : index_ranges(Elements(wanted.begin(), wanted.end()), dims)) {
      const auto elements = box_elements(box, dims);
      count += elements.size();
      found.insert(elements.begin(), elements.end());
    }
    EXPECT_EQ(found, wanted);
    EXPECT_EQ(count, wanted.size());  // no box overlaps another
  }
}

}  // namespace
}  // namespace autumn::explainer
