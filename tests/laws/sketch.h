// A sketch is a program under construction: its blocks line by line, its data, and the random
// choices made.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "laws/case.h"

namespace autumn::laws {

class Sketch {
 public:
  // The same choices for the same stream and seed.
  Sketch(std::uint32_t stream, std::uint64_t seed);

  [[nodiscard]] Random& random() { return random_; }
  [[nodiscard]] bool chance(double probability) { return random_.uniform() < probability; }
  [[nodiscard]] std::size_t below(std::size_t bound) { return random_.below(bound); }
  // From `low` to `high`, both included.
  [[nodiscard]] std::size_t between(std::size_t low, std::size_t high) {
    return low + below(high - low + 1);
  }
  [[nodiscard]] std::string pick(std::initializer_list<std::string_view> choices);
  // A number with two digits after the point, about standard normal times `scale`.
  [[nodiscard]] double number(double scale = 1.0);
  [[nodiscard]] std::string text_of_number(double scale = 1.0);

  // ---- data ----
  void size(const std::string& name, std::size_t value);
  void real(const std::string& name, double value);
  // With two digits after the point, shifted and scaled.
  void vector(const std::string& name, const std::string& size, double offset = 0.0,
              double scale = 1.0);
  void positives(const std::string& name, const std::string& size);
  void matrix(const std::string& name, const std::string& rows, const std::string& cols);
  void counts(const std::string& name, const std::string& size, std::size_t largest);
  // Random numbers from 1 to the size `limit`.
  void indices(const std::string& name, const std::string& size, const std::string& limit);
  [[nodiscard]] Datum& datum(const std::string& name);
  [[nodiscard]] bool has_datum(const std::string& name) const;
  [[nodiscard]] std::size_t size_of(const std::string& name);

  // ---- blocks ----
  void function(std::string text) { functions_ += text + "\n"; }
  void parameter(std::string line) { parameters_ += "  " + line + ";\n"; }
  void transformed(std::string line) { transformed_ += "  " + line + "\n"; }
  void model(std::string line) { model_ += "  " + line + "\n"; }
  [[nodiscard]] const std::string& model_text() const { return model_; }
  [[nodiscard]] const std::string& transformed_text() const { return transformed_; }

  [[nodiscard]] Case finish() const;

 private:
  void declare(std::string line, Datum datum);

  Random random_;
  std::vector<Datum> data_;
  std::string declarations_;
  std::string functions_;
  std::string parameters_;
  std::string transformed_;
  std::string model_;
};

}  // namespace autumn::laws
