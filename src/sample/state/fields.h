// Fields are how values show their members by name, to be written down and read back to the bit:
// the state of a chain is made of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/error.h"

namespace autumn::sampler {

// A value with `visit_fields(Fields&)` names its members there, one after the other, and takes all
// of them apart first (`auto& [a, b] = *this`): a member that is added does not compile until it is
// named, and whoever names it decides whether it is written down or follows from what is.
//
// One function serves both ways, so that what is written and what is read cannot differ.
class Fields {
 public:
  // Fields to be written, into `bytes()`.
  Fields() = default;
  // Fields to be read from these bytes, which must stay.
  [[nodiscard]] static Fields of(std::string_view bytes);

  [[nodiscard]] bool is_reading() const { return is_reading_; }
  // What was written.
  [[nodiscard]] const std::string& bytes() const { return written_; }
  // The first field that was not what was to be read; afterwards nothing is changed any more.
  [[nodiscard]] const Status& status() const { return status_; }
  // Whether all of it was read.
  [[nodiscard]] bool is_at_end() const { return left_.empty(); }

  void operator()(std::string_view name, double& value);
  void operator()(std::string_view name, std::int64_t& value);
  void operator()(std::string_view name, std::uint64_t& value);
  void operator()(std::string_view name, int& value);
  void operator()(std::string_view name, bool& value);
  void operator()(std::string_view name, std::string& value);
  // Of any length.
  void operator()(std::string_view name, std::vector<double>& values);
  void operator()(std::string_view name, std::vector<std::int64_t>& values);
  // Of as many numbers as there are.
  void exactly(std::string_view name, std::span<double> values);

  template <class Enum>
    requires std::is_enum_v<Enum>
  void operator()(std::string_view name, Enum& value) {
    auto number = static_cast<std::int64_t>(value);
    (*this)(name, number);
    value = static_cast<Enum>(number);
  }

  // A value inside of another one.
  template <class Value>
    requires requires(Value& value, Fields& fields) { value.visit_fields(fields); }
  void operator()(std::string_view name, Value& value) {
    begin(name);
    value.visit_fields(*this);
    end();
  }

  // One that may be missing, and is made by default before it is read.
  template <class Value>
  void operator()(std::string_view name, std::optional<Value>& value) {
    bool is_there = value.has_value();
    begin(name);
    (*this)("is_there", is_there);
    if (is_reading_ && is_there) value.emplace();
    if (is_reading_ && !is_there) value.reset();
    if (is_there) (*this)("value", *value);
    end();
  }

  // Several of them, made by default before they are read.
  template <class Value>
    requires requires(Value& value, Fields& fields) { value.visit_fields(fields); }
  void operator()(std::string_view name, std::vector<Value>& values) {
    std::uint64_t count = values.size();
    begin(name);
    (*this)("count", count);
    if (is_reading_ && count > left_.size()) refuse(name);
    if (is_reading_ && status_) values.resize(count);
    for (Value& value : values) (*this)("value", value);
    end();
  }

  void begin(std::string_view name);
  void end();

 private:
  // What is found under a name.
  struct Found {
    char kind;
    std::uint64_t count;
    std::string_view content;
  };

  void write(std::string_view name, char kind, std::string_view content, std::uint64_t count);
  [[nodiscard]] std::optional<Found> read(std::string_view name, char kind);
  void refuse(std::string_view name);
  template <class Number>
  void scalar(std::string_view name, Number& value);
  template <class Number>
  void list(std::string_view name, std::vector<Number>& values);

  friend std::string to_text(std::string_view bytes);
  static std::optional<std::string_view> next(std::string_view& bytes, Found& found);

  bool is_reading_ = false;
  std::string written_;
  std::string_view left_;
  Status status_ = Done{};
};

// Fields as people read them: a line each, as deep as they are nested; of long lists the beginning.
[[nodiscard]] std::string to_text(std::string_view bytes);

}  // namespace autumn::sampler
