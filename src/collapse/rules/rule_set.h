// A RuleSet holds some of the rules by which an element may be integrated out, by their places in a
// list of rules.
#pragma once

#include <cstddef>
#include <cstdint>

namespace autumn::collapse {

class RuleSet {
 public:
  // No rule.
  constexpr RuleSet() = default;
  [[nodiscard]] static constexpr RuleSet all() { return RuleSet(~std::uint32_t{0}); }
  [[nodiscard]] static constexpr RuleSet only(std::size_t place) {
    return RuleSet(std::uint32_t{1} << place);
  }
  static constexpr std::size_t kMost = 32;

  [[nodiscard]] constexpr bool is_empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr bool contains(std::size_t place) const { return has_any(only(place)); }
  [[nodiscard]] constexpr bool has_any(RuleSet other) const { return (bits_ & other.bits_) != 0; }
  [[nodiscard]] constexpr RuleSet with(RuleSet other) const { return RuleSet(bits_ | other.bits_); }
  [[nodiscard]] constexpr RuleSet without(RuleSet other) const {
    return RuleSet(bits_ & ~other.bits_);
  }
  constexpr bool operator==(const RuleSet&) const = default;

 private:
  explicit constexpr RuleSet(std::uint32_t bits) : bits_(bits) {}

  std::uint32_t bits_ = 0;
};

}  // namespace autumn::collapse
