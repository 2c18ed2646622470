// A simulation has parameters from their priors and data from the parameters, and the model with
// these data.
#pragma once

#include <memory>

#include "simulate/reading.h"

namespace autumn::simulate {

struct Simulated {
  trace::Data data;                     // as given, with new numbers for what was drawn
  std::vector<expr::Array> parameters;  // the truth
  // The program with these data, without generated quantities. Its variables are the parameters,
  // its density at the truth is positive.
  model::Model model;
  double log_density = 0.0;  // of all its factors, at the truth
};

// What has a generative reading.
class Simulator {
 public:
  // `seed` is that of random numbers in transformed data too, which all simulations share.
  [[nodiscard]] static Result<Simulator> create(std::shared_ptr<const stan::Program> program,
                                                trace::Data data, std::uint64_t seed,
                                                const trace::Limits& limits = {});
  [[nodiscard]] static Result<Simulator> create(Source source, trace::Data data, std::uint64_t seed,
                                                const trace::Limits& limits = {});

  // Simulation number 0, 1, ...: the same for the same number and seed. Draws that are no values of
  // the program (an argument out of its domain, a constraint that does not hold) are drawn again,
  // all of them: this is what its density says, which is zero there. An error if that happens too
  // often.
  [[nodiscard]] Result<Simulated> operator()(std::uint32_t number) const;

  [[nodiscard]] const Reading& reading() const { return reading_; }

 private:
  Simulator(Source source, trace::Data data, Reading reading, std::uint64_t seed,
            const trace::Limits& limits)
      : source_(std::move(source)),
        data_(std::move(data)),
        reading_(std::move(reading)),
        seed_(seed),
        limits_(limits) {}

  [[nodiscard]] Result<Simulated> simulate(std::uint32_t number) const;
  [[nodiscard]] Result<Simulated> finish(std::vector<expr::Array> values) const;

  Source source_;
  trace::Data data_;
  Reading reading_;
  std::uint64_t seed_ = 0;
  trace::Limits limits_;
};

}  // namespace autumn::simulate
