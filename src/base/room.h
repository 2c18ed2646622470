// Room is one piece of memory for the numbers of several tables, side by side: who has it all can
// look at it as one array.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

namespace autumn {

// So many numbers, which nobody has set.
class Room {
 public:
  explicit Room(std::size_t size)
      : numbers_(std::make_unique_for_overwrite<double[]>(size)), size_(size) {}

  // The next so many; null if there are not as many left.
  [[nodiscard]] double* take(std::size_t count) {
    if (count > size_ - taken_) return nullptr;
    double* const first = numbers_.get() + taken_;
    taken_ += count;
    return first;
  }
  [[nodiscard]] bool has(const double* number) const {
    return number >= numbers_.get() && number < numbers_.get() + size_;
  }

 private:
  std::unique_ptr<double[]> numbers_;
  std::size_t size_;
  std::size_t taken_ = 0;
};

// Takes from a room while there is any, and from the heap otherwise; what is taken of a room comes
// back with all of it. A copy of a container is on the heap.
template <typename T>
struct RoomAllocator {
  static_assert(std::is_same_v<T, double>, "a room has numbers");
  using value_type = T;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;

  std::shared_ptr<Room> room = nullptr;

  [[nodiscard]] T* allocate(std::size_t count) {
    T* const taken = room ? room->take(count) : nullptr;
    return taken != nullptr ? taken : std::allocator<T>().allocate(count);
  }
  void deallocate(T* numbers, std::size_t count) {
    if (!room || !room->has(numbers)) std::allocator<T>().deallocate(numbers, count);
  }
  [[nodiscard]] RoomAllocator select_on_container_copy_construction() const { return {}; }
  bool operator==(const RoomAllocator&) const = default;
};

}  // namespace autumn
