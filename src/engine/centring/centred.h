// A model in coordinates of the sampler's own (`density/centred.h`), ready to run: nobody but the
// sampler sees them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "density/centred.h"
#include "engine/prepare.h"
#include "engine/reporting_density.h"
#include "evaluate/evaluator.h"
#include "evaluate/program.h"
#include "sample/chain.h"

namespace autumn::engine {

struct Centred {
  density::Centring centring;
  evaluate::PreparedProgram density;  // coordinates -> their log density, gradient
  // As in `density::CentredLowered`.
  evaluate::PreparedProgram to_written;
  evaluate::PreparedProgram from_written;
  evaluate::PreparedProgram places;
};

[[nodiscard]] std::shared_ptr<const Centred> prepare_centred(const Prepared& prepared,
                                                             density::Centring centring);

// One sentence: which variables, and how far.
[[nodiscard]] std::string to_text(const Prepared& prepared, const Centred& centred);

// The way between coordinates and unconstrained vectors as they are written; one per thread.
class CentredWay {
 public:
  explicit CentredWay(const Centred& centred)
      : to_written_(centred.to_written), from_written_(centred.from_written) {}

  // The results stay where they are until the next call.
  struct Written {
    std::span<const double> point;
    double log_jacobian = 0.0;
  };
  [[nodiscard]] Written to_written(std::span<const double> coordinates);
  [[nodiscard]] std::span<const double> from_written(std::span<const double> point);

 private:
  evaluate::Evaluator to_written_;
  evaluate::Evaluator from_written_;
};

// The density of the coordinates. What there is to say of a point is said of it as it is written.
class CentredDensity final : public evaluate::EvaluatedFunction {
 public:
  // `reports` may be null. The team of the density as it is written takes part.
  CentredDensity(const Centred& centred, EvaluatedDensity& written, ReportingDensity* reports)
      : EvaluatedFunction(centred.density, default_instruction_set(), written.team()),
        way_(centred),
        written_(written),
        reports_(reports) {}

  [[nodiscard]] double evaluate(std::span<const double> x, std::span<double> gradient) override {
    if (reports_ != nullptr && reports_->is_stopped()) return ReportingDensity::kNotEvaluated;
    const double value = EvaluatedFunction::evaluate(x, gradient);
    if (reports_ != nullptr && reports_->has_reports()) {
      reports_->report(way_.to_written(x).point, value);
    }
    return value;
  }
  [[nodiscard]] std::string name_of(std::size_t dimension) const override {
    return written_.name_of(dimension);
  }
  [[nodiscard]] std::optional<Rejection> rejection_at(std::span<const double> x) const override {
    return written_.rejection_at(way_.to_written(x).point);
  }

 private:
  mutable CentredWay way_;
  EvaluatedDensity& written_;
  ReportingDensity* reports_;
};

// What a chain needs beside its coordinates.
struct CentredChain {
  const Centred& centred;
  LogDensity& density;  // of the coordinates
  LogDensity& written;
};

// `sampler::run_chain` for which everything is as it is written, but for the coordinates in which
// the chain moves, and its energies: the initial point is the one that the chain would have had,
// and the observer sees positions, log densities, the metric (the variances of the second half of
// warm-up) and the record of warm-up as they are written.
[[nodiscard]] Result<sampler::ChainResult> run_centred(const CentredChain& chain,
                                                       const sampler::Settings& settings,
                                                       const sampler::ChainKey& key,
                                                       std::span<const double> initial,
                                                       sampler::ChainObserver& observer);

// The same from a state of such a chain on.
[[nodiscard]] Result<sampler::ChainResult> resume_centred(const CentredChain& chain,
                                                          const sampler::Settings& settings,
                                                          const sampler::ChainKey& key,
                                                          const sampler::ChainState& state,
                                                          sampler::ChainObserver& observer);

}  // namespace autumn::engine
