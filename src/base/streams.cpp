// This file draws the first numbers of many streams: from the vector kernels where the first try
// succeeds, and from each stream alone where it does not.
#include "base/streams.h"

#include <algorithm>

#include "base/error.h"
#include "base/stream_kernels.h"

namespace autumn {

static_assert(Streams::kMost % kStreamLanes == 0);

Streams::Streams(InstructionSet set) : kernels_(&stream_kernels(set)) {}

void Streams::start(const StreamKey& key, std::span<const std::uint64_t> elements) {
  AUTUMN_CHECK(!elements.empty() && elements.size() <= kMost, "streams fit");
  key_ = key;
  count_ = elements.size();
  std::copy(elements.begin(), elements.end(), elements_.begin());
  const Random model(key);
  kernels_->first_blocks({.key = model.key_, .iteration = key.iteration}, elements_.data(), count_,
                         {words_[0].data(), words_[1].data(), words_[2].data(), words_[3].data()});
}

Random Streams::stream(std::size_t k) const {
  StreamKey key = key_;
  key.element = elements_[k];
  Random random(key);
  random.block_ = {words_[0][k], words_[1][k], words_[2][k], words_[3][k]};
  random.counter_[0] = 1;
  random.next_ = 0;
  return random;
}

void Streams::normals(std::span<double> out) const {
  Numbers numbers;
  const Set missing = kernels_->normals(words_[0].data(), count_, numbers.data());
  std::copy_n(numbers.begin(), count_, out.begin());
  for_each(missing & started(), [&](std::size_t k) { out[k] = stream(k).normal(); });
}

Streams::Set Streams::try_gammas(std::size_t word, std::span<const double> shapes,
                                 Numbers& out) const {
  Numbers all;
  const auto padded = (count_ + kStreamLanes - 1) / kStreamLanes * kStreamLanes;
  if (shapes.size() == count_) {
    std::copy(shapes.begin(), shapes.end(), all.begin());
    std::fill(all.begin() + count_, all.begin() + padded, 1.0);
  } else {
    std::fill_n(all.begin(), padded, shapes[0]);
  }
  return started() & kernels_->gammas({words_[word].data(), words_[word + 1].data()}, all.data(),
                                      count_, out.data());
}

Streams::Set Streams::try_first_gammas(std::span<const double> shapes, Numbers& out) const {
  return try_gammas(0, shapes, out);
}

Streams::Set Streams::try_second_gammas(std::span<const double> shapes, Numbers& out) const {
  return try_gammas(2, shapes, out);
}

}  // namespace autumn
