// The step size is found by a rough search for its magnitude, then by dual averaging towards a
// target acceptance.
#pragma once

#include <cstdint>

#include "base/error.h"
#include "base/random.h"
#include "sample/hamiltonian.h"
#include "sample/state/fields.h"

namespace autumn::sampler {

// Doubles or halves `step_size` until the acceptance of a single step crosses 0.8, with a fresh
// momentum for every try. An error if there is no such step size; but where densities may be flat,
// the largest step that is tried.
enum class FlatDensity : std::uint8_t { kIsError, kIsAllowed };
[[nodiscard]] Result<double> search_step_size(Hamiltonian& hamiltonian, const Point& point,
                                              double step_size, Random& random,
                                              FlatDensity flat = FlatDensity::kIsError);

// Whether this is what `search_step_size` says where steps of no size are accepted.
[[nodiscard]] bool is_without_step(const Error& error);

// Nesterov's dual averaging of log step size (Hoffman and Gelman 2014, section 3.2).
class DualAveraging {
 public:
  struct Options {
    double delta = 0.8;   // target acceptance
    double gamma = 0.05;  // strength of the pull towards mu
    double kappa = 0.75;  // decay of the weights of early iterations
    double t0 = 10.0;     // damping of the first iterations
  };

  explicit DualAveraging(const Options& options) : options_(options) {}

  // Forgets everything; steps are drawn towards ten times this size.
  void restart(double step_size);
  // The step size to try next, after one that gave this acceptance.
  [[nodiscard]] double learn(double acceptance);
  // Whether anything was learnt since the last restart; only then is there an average.
  [[nodiscard]] bool has_average() const { return count_ > 0.0; }
  [[nodiscard]] double average() const;
  void visit_fields(Fields& fields);

 private:
  Options options_;
  double mu_ = 0.0;
  double count_ = 0.0;
  double error_average_ = 0.0;  // of delta - acceptance
  double log_average_ = 0.0;    // of log step size
};

}  // namespace autumn::sampler
