// This file writes declarations with their random numbers, and puts the blocks of a sketch
// together.
#include "laws/sketch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"

namespace autumn::laws {
namespace {

double rounded(double x, double unit) {
  return std::round(x / unit) * unit;
}

std::string block(std::string_view name, const std::string& lines) {
  return lines.empty() ? "" : fmt::format("{} {{\n{}}}\n", name, lines);
}

}  // namespace

Sketch::Sketch(std::uint32_t stream, std::uint64_t seed)
    : random_({.seed = 20261, .chain = stream, .purpose = Purpose::kTest, .iteration = seed}) {}

std::string Sketch::pick(std::initializer_list<std::string_view> choices) {
  return std::string(*(choices.begin() + below(choices.size())));
}

double Sketch::number(double scale) {
  return rounded(random_.normal(), 0.01) * scale;
}

std::string Sketch::text_of_number(double scale) {
  return fmt::format("{}", rounded(number(scale), 0.01 * scale));
}

void Sketch::declare(std::string line, Datum datum) {
  declarations_ += "  " + std::move(line) + ";\n";
  data_.push_back(std::move(datum));
}

Datum& Sketch::datum(const std::string& name) {
  for (Datum& datum : data_) {
    if (datum.name == name) return datum;
  }
  internal_error("data that are used were declared", __FILE__, __LINE__);
}

bool Sketch::has_datum(const std::string& name) const {
  return std::ranges::any_of(data_, [&](const Datum& datum) { return datum.name == name; });
}

std::size_t Sketch::size_of(const std::string& name) {
  return static_cast<std::size_t>(datum(name).numbers[0]);
}

void Sketch::size(const std::string& name, std::size_t value) {
  declare("int<lower=0> " + name,
          {.name = name, .numbers = {static_cast<double>(value)}, .is_int = true});
}

void Sketch::real(const std::string& name, double value) {
  declare("real " + name, {.name = name, .numbers = {value}});
}

void Sketch::vector(const std::string& name, const std::string& size, double offset, double scale) {
  Datum datum{.name = name, .sizes = {size}, .dims = {size_of(size)}};
  for (std::size_t i = 0; i < datum.dims[0]; ++i) {
    datum.numbers.push_back(offset + rounded(random_.normal(), 0.01) * scale);
  }
  declare(fmt::format("vector[{}] {}", size, name), std::move(datum));
}

void Sketch::positives(const std::string& name, const std::string& size) {
  Datum datum{.name = name, .sizes = {size}, .dims = {size_of(size)}};
  for (std::size_t i = 0; i < datum.dims[0]; ++i) {
    datum.numbers.push_back(0.01 + rounded(std::exp(random_.normal()), 0.01));
  }
  declare(fmt::format("vector<lower=0>[{}] {}", size, name), std::move(datum));
}

void Sketch::matrix(const std::string& name, const std::string& rows, const std::string& cols) {
  Datum datum{.name = name, .sizes = {rows, cols}, .dims = {size_of(rows), size_of(cols)}};
  for (std::size_t i = 0; i < datum.dims[0] * datum.dims[1]; ++i) datum.numbers.push_back(number());
  declare(fmt::format("matrix[{}, {}] {}", rows, cols, name), std::move(datum));
}

void Sketch::counts(const std::string& name, const std::string& size, std::size_t largest) {
  Datum datum{.name = name, .sizes = {size}, .dims = {size_of(size)}, .is_int = true};
  for (std::size_t i = 0; i < datum.dims[0]; ++i) {
    datum.numbers.push_back(static_cast<double>(below(largest + 1)));
  }
  declare(fmt::format("array[{}] int<lower=0> {}", size, name), std::move(datum));
}

void Sketch::indices(const std::string& name, const std::string& size, const std::string& limit) {
  Datum datum{
      .name = name, .sizes = {size}, .dims = {size_of(size)}, .is_int = true, .limit = limit};
  for (std::size_t i = 0; i < datum.dims[0]; ++i) {
    datum.numbers.push_back(1.0 + static_cast<double>(below(size_of(limit))));
  }
  declare(fmt::format("array[{}] int<lower=1, upper={}> {}", size, limit, name), std::move(datum));
}

Case Sketch::finish() const {
  return {block("functions", functions_) + block("data", declarations_) +
              block("parameters", parameters_) + block("transformed parameters", transformed_) +
              block("model", model_),
          data_};
}

}  // namespace autumn::laws
