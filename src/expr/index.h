// A constant index array says which elements a gather reads or a scatter-add writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace autumn::expr {

// Either an arithmetic range (slices, rows, columns, diagonals) or an explicit list. Counts from 0,
// in storage order. The same elements always have the same representation, so that equality is
// equality of meaning.
class Index {
 public:
  Index() = default;
  [[nodiscard]] static Index range(std::uint32_t start, std::uint32_t count, std::int64_t step = 1);
  [[nodiscard]] static Index list(std::vector<std::uint32_t> elements);

  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] std::uint32_t operator[](std::size_t i) const {
    return data_ == nullptr
               ? static_cast<std::uint32_t>(start_ + static_cast<std::int64_t>(i) * step_)
               : data_[i];
  }
  [[nodiscard]] bool is_range() const { return data_ == nullptr; }
  [[nodiscard]] std::int64_t start() const { return start_; }
  [[nodiscard]] std::int64_t step() const { return step_; }
  // The explicit elements; empty for a range.
  [[nodiscard]] const std::vector<std::uint32_t>& elements() const;
  // One more than the largest element; 0 if there is none.
  [[nodiscard]] std::size_t bound() const;
  // 0, 1, ..., n - 1.
  [[nodiscard]] bool is_identity(std::size_t n) const;
  [[nodiscard]] bool is_nondecreasing() const;
  [[nodiscard]] std::uint64_t hash() const;

  bool operator==(const Index& other) const;

 private:
  // Long lists are shared by all copies, with what is asked of them again and again.
  struct List {
    std::vector<std::uint32_t> elements;
    std::size_t bound = 0;
    std::uint64_t hash = 0;
  };

  std::int64_t start_ = 0;
  std::int64_t step_ = 1;
  std::size_t count_ = 0;
  std::shared_ptr<const List> list_;
  const std::uint32_t* data_ = nullptr;  // of the list
};

// outer[inner[i]]: the index of a gather from a gather.
[[nodiscard]] Index compose(const Index& outer, const Index& inner);

// "0:8", "3:12:3" (start:end:step), "[0 4 2]", long lists shortened with a fingerprint.
[[nodiscard]] std::string to_text(const Index& index);

}  // namespace autumn::expr
