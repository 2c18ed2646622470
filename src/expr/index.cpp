// This file constructs, composes and prints constant index arrays.
#include "expr/index.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "expr/hash.h"

namespace autumn::expr {

Index Index::range(std::uint32_t start, std::uint32_t count, std::int64_t step) {
  Index index;
  index.start_ = count == 0 ? 0 : start;
  index.step_ = count <= 1 ? 1 : step;
  index.count_ = count;
  AUTUMN_CHECK(count == 0 || index.start_ + (std::int64_t{count} - 1) * index.step_ >= 0,
               "a range of elements does not go below 0");
  return index;
}

Index Index::list(std::vector<std::uint32_t> elements) {
  const auto count = static_cast<std::uint32_t>(elements.size());
  if (count == 0) return range(0, 0);
  const std::int64_t step = count == 1 ? 1 : std::int64_t{elements[1]} - std::int64_t{elements[0]};
  bool is_range = true;
  for (std::size_t i = 1; is_range && i < count; ++i) {
    is_range = std::int64_t{elements[i]} - std::int64_t{elements[i - 1]} == step;
  }
  if (is_range) return range(elements[0], count, step);
  Index index;
  index.start_ = 0;
  index.step_ = 0;
  index.count_ = count;
  auto list = std::make_shared<List>();
  list->bound = std::size_t{*std::max_element(elements.begin(), elements.end())} + 1;
  list->hash = mix(mix(0, 0), count);
  for (const std::uint32_t element : elements) list->hash = mix(list->hash, element);
  list->elements = std::move(elements);
  index.data_ = list->elements.data();
  index.list_ = std::move(list);
  return index;
}

const std::vector<std::uint32_t>& Index::elements() const {
  static const std::vector<std::uint32_t> kNone;
  return list_ ? list_->elements : kNone;
}

bool Index::operator==(const Index& other) const {
  if (start_ != other.start_ || step_ != other.step_ || count_ != other.count_) return false;
  if (list_ == other.list_) return true;
  return list_ && other.list_ && list_->hash == other.list_->hash &&
         list_->elements == other.list_->elements;
}

std::size_t Index::bound() const {
  if (count_ == 0) return 0;
  if (list_) return list_->bound;
  return std::size_t{std::max((*this)[0], (*this)[count_ - 1])} + 1;
}

bool Index::is_identity(std::size_t n) const {
  return !list_ && count_ == n && start_ == 0 && step_ == 1;
}

bool Index::is_nondecreasing() const {
  return list_ ? std::is_sorted(list_->elements.begin(), list_->elements.end()) : step_ >= 0;
}

std::uint64_t Index::hash() const {
  if (list_) return list_->hash;
  return mix(mix(static_cast<std::uint64_t>(start_), static_cast<std::uint64_t>(step_)), count_);
}

Index compose(const Index& outer, const Index& inner) {
  if (outer.is_range() && inner.is_range()) {
    if (inner.size() == 0) return Index::range(0, 0);
    return Index::range(outer[inner[0]], static_cast<std::uint32_t>(inner.size()),
                        outer.step() * inner.step());
  }
  std::vector<std::uint32_t> elements(inner.size());
  for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = outer[inner[i]];
  return Index::list(std::move(elements));
}

std::string to_text(const Index& index) {
  if (index.is_range()) {
    const std::int64_t end = index.start() + static_cast<std::int64_t>(index.size()) * index.step();
    if (index.step() == 1) return fmt::format("{}:{}", index.start(), end);
    return fmt::format("{}:{}:{}", index.start(), end, index.step());
  }
  constexpr std::size_t kShown = 12;
  const auto& elements = index.elements();
  if (elements.size() <= kShown) return fmt::format("[{}]", fmt::join(elements, " "));
  return fmt::format("[{} ... {} elements, {:016x}]",
                     fmt::join(elements.begin(), elements.begin() + 6, " "), elements.size(),
                     index.hash());
}

}  // namespace autumn::expr
