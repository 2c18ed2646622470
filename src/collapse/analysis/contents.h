// Contents: which linear combinations of elements the density contains, as sparse rows.
#pragma once

#include <cstdint>
#include <vector>

#include "collapse/forms/elements.h"
#include "gaussian/compress.h"
#include "model/model.h"

namespace autumn::collapse {

// Elements are numbered through all variables, first index fastest.
class ElementNumbers {
 public:
  explicit ElementNumbers(const model::Model& model);

  [[nodiscard]] std::size_t size() const { return starts_.back(); }
  [[nodiscard]] std::size_t of(std::size_t variable, std::size_t element) const {
    return starts_[variable] + element;
  }
  [[nodiscard]] std::size_t variable_of(std::size_t number) const;
  [[nodiscard]] std::size_t start_of(std::size_t variable) const { return starts_[variable]; }

 private:
  std::vector<std::size_t> starts_;  // one more than variables
};

enum class ContentScope : std::uint8_t { kPriors, kEverything };

struct ContentRequest {
  const model::Model& model;
  const ElementSet& elements;                      // only combinations of these are looked for
  ContentScope scope = ContentScope::kEverything;  // kPriors: factors whose value is no data
  std::uint64_t trial = 0;                         // of the random point
  std::size_t stride = 1;                          // only every so many rows of long factors
};

struct Contents {
  gaussian::SparseRows rows;    // columns are element numbers
  gaussian::SparseRows floors;  // likewise
  std::size_t left_out = 0;     // rows that the stride passed over
};

// Rows c such that, with everything but `elements` at a random point, the density depends on the
// elements only through the numbers c . x (or not even on all of those). A density of a location
// family contains value - location, and neither alone; a function that is not linear contains
// whatever linear functions it is made of. Floors are rows c of which supports say that c . x does
// not fall below something, and nothing else: a bound by another parameter, the order of a vector.
[[nodiscard]] Contents contents(const ContentRequest& request);

}  // namespace autumn::collapse
