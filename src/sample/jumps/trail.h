// A trail is where a chain has been, as fits to it see it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sample/hamiltonian.h"

namespace autumn::sampler {

struct Trail {
  std::size_t dimension = 0;
  std::span<const double> positions = {};  // one after the other
  std::span<const double> log_densities = {};

  [[nodiscard]] std::size_t size() const { return log_densities.size(); }
  [[nodiscard]] std::span<const double> position(std::size_t k) const {
    return positions.subspan(k * dimension, dimension);
  }
  [[nodiscard]] double coordinate(std::size_t k, std::size_t which) const {
    return positions[k * dimension + which];
  }
};

// Points that make a trail of their own.
struct TrailSample {
  std::size_t dimension = 0;
  std::vector<double> points = {};
  std::vector<double> log_densities = {};

  void add(std::span<const double> position, double log_density);
  [[nodiscard]] Trail trail() const { return {dimension, points, log_densities}; }
};

// Points spread evenly over a trail, no more than 2048.
[[nodiscard]] TrailSample sample_of(const Trail& trail);

// Keeps all of a trail.
class TrailRecord {
 public:
  explicit TrailRecord(std::size_t dimension) : dimension_(dimension) {}

  void add(const Point& point);
  // The second half of what there is; valid until more is added.
  [[nodiscard]] Trail recent() const;
  void visit_fields(Fields& fields);

 private:
  std::size_t dimension_;
  std::vector<double> positions_;
  std::vector<double> log_densities_;
};

// The log density as a function of positions alone, for fits. NaN is minus infinity.
class Values {
 public:
  explicit Values(Hamiltonian& hamiltonian)
      : hamiltonian_(hamiltonian), spare_(hamiltonian.dimension()) {}

  [[nodiscard]] double at(std::span<const double> position);
  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  Hamiltonian& hamiltonian_;
  std::vector<double> spare_;
  std::size_t count_ = 0;
};

}  // namespace autumn::sampler
