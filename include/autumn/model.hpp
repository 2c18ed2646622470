// A `Model` is built by declaring parameters, observing data and naming outputs.
#pragma once

#include <memory>
#include <source_location>
#include <string>
#include <utility>
#include <vector>

#include "autumn/distributions.hpp"
#include "autumn/expr.hpp"
#include "autumn/support.hpp"

namespace autumn {

namespace detail {
struct ModelData;
}

// How many independent copies: plate(8), plate(3, 4). Nothing means one.
struct Plate {
  std::vector<std::size_t> dims;
};
[[nodiscard]] inline Plate plate(std::size_t n) {
  return {{n}};
}
[[nodiscard]] inline Plate plate(std::size_t n, std::size_t m) {
  return {{n, m}};
}

// A place in a program, for messages: that of the call, or one that is given, of a program in
// another language.
struct Location {
  std::string file;
  unsigned line = 0;

  Location(const std::source_location& here)  // NOLINT implicit
      : file(here.file_name()), line(here.line()) {}
  Location(std::string file_, unsigned line_) : file(std::move(file_)), line(line_) {}
};

// Every call is checked at once; a mistake throws ModelError with the place of the call.
class Model {
 public:
  Model();

  // A parameter with its distribution; its support is the distribution's.
  Expr parameter(const std::string& name, const Distribution& distribution, const Plate& plate = {},
                 Location where = std::source_location::current());
  // The same on a narrower support. As in Stan, the density is not normalised again.
  Expr parameter(const std::string& name, const Distribution& distribution, const Support& support,
                 const Plate& plate = {}, Location where = std::source_location::current());
  // A parameter with a flat density on its support.
  Expr parameter(const std::string& name, const Support& support, const Plate& plate = {},
                 Location where = std::source_location::current());

  // Data with their distribution. The name is for messages.
  void observe(const std::string& name, const Distribution& distribution, const Expr& data,
               Location where = std::source_location::current());
  void observe(const Distribution& distribution, const Expr& data,
               Location where = std::source_location::current());
  // An expression of parameters that has a distribution, like Stan's `x ~ normal(0, 1)`.
  void distribute(const Expr& value, const Distribution& distribution,
                  Location where = std::source_location::current());
  // A term of the log density that is no distribution; an array counts with the sum of its
  // elements.
  void add_log_density(const Expr& term, Location where = std::source_location::current());

  // A quantity computed from parameters, saved with every draw.
  void output(const std::string& name, const Expr& value,
              Location where = std::source_location::current());

  // The model as text: parameters, factors and the graph of their expressions, with loops rolled up
  // into arrays, so that a loop and its array form print the same.
  [[nodiscard]] std::string to_text() const;

  [[nodiscard]] const detail::ModelData& data() const { return *data_; }

 private:
  std::shared_ptr<detail::ModelData> data_;
};

}  // namespace autumn
