// A descriptor is a file of the operating system, open as long as its owner lives.
#pragma once

#include <unistd.h>

#include <utility>

namespace autumn::output {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, kNone)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { (void)close(); }

  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool is_open() const { return number_ != kNone; }
  // Whether the system had nothing to complain about; `errno` says what.
  bool close() { return !is_open() || ::close(std::exchange(number_, kNone)) == 0; }

 private:
  static constexpr int kNone = -1;
  int number_ = kNone;
};

}  // namespace autumn::output
