// This file decides whether jumps pay, from the warm-up alone and by counts, so that a seed gives
// the same draws anywhere.
#include "sample/jumps/jump.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sample/jumps/climb.h"
#include "sample/jumps/line_fit.h"
#include "sample/jumps/plane_fit.h"

namespace autumn::sampler {
namespace {

constexpr std::int64_t kShortest = 100;
constexpr std::size_t kMostPoints = 2048;
// Gained efficiency must exceed the cost by this factor: it is that of the slowest square, and
// means, which many ask for only, gain less.
constexpr double kWorthwhile = 2.0;
constexpr std::int64_t kIterationsPerWalk = 10;
constexpr std::size_t kShortestTrail = 40;
constexpr std::size_t kShortestMixed = 50;
// The share of iterations without any accepted jump that is wanted, and the most jumps for it.
constexpr double kStays = 0.1;
constexpr int kMostJumps = 4;
// The mean weight of draws above which jumps alone would stay too long where the proposal is too
// low.
constexpr double kMostWeight = 2.0;
// Points of a proposal that are looked at before it is used.
constexpr int kProbes = 64;

double time_of(double correlation) {
  return (1.0 + correlation) / (1.0 - correlation);
}

double correlation_of(double time) {
  return (time - 1.0) / (time + 1.0);
}

// Of x_k and x_(k+1), for values of one quantity.
double correlation_with_next(std::span<const double> x) {
  double mean = 0.0;
  for (const double v : x) mean += v / static_cast<double>(x.size());
  double square = 0.0, product = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    square += (x[k] - mean) * (x[k] - mean);
    if (k > 0) product += (x[k] - mean) * (x[k - 1] - mean);
  }
  return square > 0.0 ? product / square : 1.0;
}

std::vector<double> column_of(const WarmupRecord& record, std::size_t quantity) {
  std::vector<double> column(static_cast<std::size_t>(record.iterations));
  for (std::size_t k = 0; k < column.size(); ++k) {
    column[k] = record.values[k * record.quantities + quantity];
  }
  return column;
}

// Points spread evenly over a trail, no more than kMostPoints.
struct Sample {
  std::size_t dimension = 0;
  std::vector<double> points = {};
  std::vector<double> log_densities = {};

  [[nodiscard]] Trail trail() const { return {dimension, points, log_densities}; }
};

Sample sample_of(const Trail& trail) {
  const std::size_t number = std::min(trail.size(), kMostPoints);
  Sample sample{.dimension = trail.dimension};
  for (std::size_t k = 0; k < number; ++k) {
    const std::size_t at = k * trail.size() / number;
    const std::span<const double> position = trail.position(at);
    sample.points.insert(sample.points.end(), position.begin(), position.end());
    sample.log_densities.push_back(trail.log_densities[at]);
  }
  return sample;
}

struct DensityAt {
  std::span<const double> x;

  double operator()(const PiecewiseDensity& line) const { return line.density(x[0]); }
  double operator()(const Mixture& mixture) const { return mixture.density(x); }
  double operator()(PlaneDensity& plane) const { return plane.density(x); }
};

struct DrawInto {
  Random& random;
  std::span<double> x;

  void operator()(const PiecewiseDensity& line) const { x[0] = line.draw(random); }
  void operator()(const Mixture& mixture) const { mixture.draw(random, x); }
  void operator()(PlaneDensity& plane) const { plane.draw(random, x); }
};

// Proposal / density at the points of a trail, up to a constant.
std::vector<double> ratios_along(const Trail& trail, Proposal& proposal) {
  if (trail.size() == 0) return {};
  const double top = *std::ranges::max_element(trail.log_densities);
  std::vector<double> ratios;
  for (std::size_t k = 0; k < trail.size(); ++k) {
    ratios.push_back(std::visit(DensityAt{trail.position(k)}, proposal) *
                     std::exp(top - trail.log_densities[k]));
  }
  return ratios;
}

double acceptance_along(const Trail& trail, Proposal& proposal) {
  return expected_acceptance(ratios_along(trail, proposal));
}

// Points of a proposal, and density / proposal there, up to a constant.
struct Probes {
  Sample sample;
  std::vector<double> weights = {};
};

Probes probe(Proposal& proposal, Values& values, std::size_t dimension, Random& random) {
  Probes probes{.sample = {.dimension = dimension}};
  std::vector<double> x(dimension);
  for (int k = 0; k < kProbes; ++k) {
    std::visit(DrawInto{random, x}, proposal);
    const double log_density = values.at(x);
    probes.sample.points.insert(probes.sample.points.end(), x.begin(), x.end());
    probes.sample.log_densities.push_back(log_density);
    probes.weights.push_back(log_density - std::log(std::visit(DensityAt{x}, proposal)));
  }
  const double top = *std::ranges::max_element(probes.weights);
  for (double& log : probes.weights) log = std::exp(log - top);
  return probes;
}

// The same mean of the lesser of two.
double probed_acceptance(Proposal& proposal, Values& values, std::size_t dimension,
                         Random& random) {
  return expected_acceptance(probe(proposal, values, dimension, random).weights);
}

// As many points as there are, each as often as its weight has it: nearly draws of the target
// (sampling, importance resampling; Rubin 1988).
Sample resampled(const Probes& probes, Random& random) {
  double total = 0.0;
  for (const double w : probes.weights) total += w;
  Sample drawn{.dimension = probes.sample.dimension};
  const Trail from = probes.sample.trail();
  double passed = 0.0;
  std::size_t at = 0;
  const auto n = static_cast<double>(from.size());
  const double offset = random.uniform();
  for (std::size_t k = 0; k < from.size(); ++k) {
    const double wanted = total * (static_cast<double>(k) + offset) / n;
    while (at + 1 < from.size() && passed + probes.weights[at] < wanted) {
      passed += probes.weights[at++];
    }
    const std::span<const double> position = from.position(at);
    drawn.points.insert(drawn.points.end(), position.begin(), position.end());
    drawn.log_densities.push_back(from.log_densities[at]);
  }
  return drawn;
}

// The mean of weights over draws of the target, in units of their mean over the proposal, where
// they are of draws of the proposal.
double mean_probed_weight(std::span<const double> weights) {
  double sum = 0.0, squares = 0.0;
  for (const double w : weights) {
    sum += w;
    squares += w * w;
  }
  return static_cast<double>(weights.size()) * squares / (sum * sum);
}

struct DimensionOf {
  std::size_t operator()(const PiecewiseDensity&) const { return 1; }
  std::size_t operator()(const Mixture& mixture) const { return mixture.dimension(); }
  std::size_t operator()(const PlaneDensity&) const { return 2; }
};

std::optional<Proposal> fit_by_values(const Trail& trail, Values& values, Random& random) {
  if (trail.dimension == 1) {
    if (auto line = fit_line(trail, values)) return std::move(*line);
  } else if (trail.dimension == 2) {
    if (auto plane = fit_plane(trail, values, random)) return std::move(*plane);
  }
  return std::nullopt;
}

// By weights at points of its own.
std::optional<Jumper> judged(Proposal proposal, const std::vector<double>& weights) {
  const double weight = mean_probed_weight(weights);
  const double acceptance = expected_acceptance(weights);
  if (!(weight <= kMostWeight && acceptance >= kLeastMixed)) return std::nullopt;
  return Jumper(std::move(proposal), acceptance, iterations_per_walk(weight));
}

bool pays(const WarmupRecord& record, double acceptance) {
  const double before = time_of(std::min(lag_one_correlation(record), 0.999));
  const double gradients =
      static_cast<double>(record.gradients) / static_cast<double>(record.walks);
  const double gain = before / time_with_jumps(before, acceptance);
  return gain > kWorthwhile * (gradients + 1.0) / gradients;
}

}  // namespace

Jumper::Jumper(Proposal proposal, double acceptance, std::int64_t iterations_per_walk)
    : proposal_(std::move(proposal)),
      expected_acceptance_(acceptance),
      iterations_per_walk_(iterations_per_walk) {
  const std::size_t dimension = std::visit(DimensionOf{}, proposal_);
  next_.position.resize(dimension);
  next_.gradient.resize(dimension);
  last_.reserve(dimension);
}

// Mostly asked about where the chain went by its last jump, or stayed.
double Jumper::density(std::span<const double> x) {
  if (!std::ranges::equal(x, last_)) {
    last_.assign(x.begin(), x.end());
    last_density_ = std::visit(DensityAt{x}, proposal_);
  }
  return last_density_;
}

JumpOutcome Jumper::jump(Point& point, Hamiltonian& hamiltonian, Random& random) {
  std::visit(DrawInto{random, next_.position}, proposal_);
  next_.has_gradient = iterations_per_walk_ == 1;
  next_.log_density = next_.has_gradient ? hamiltonian.evaluate(next_.position, next_.gradient)
                                         : hamiltonian.value(next_.position, next_.gradient);
  if (!std::isfinite(next_.log_density)) return {};
  const double here = density(point.position);
  const double there = std::visit(DensityAt{next_.position}, proposal_);
  const double ratio = std::exp(next_.log_density - point.log_density) * (here / there);
  const double acceptance = std::isnan(ratio) ? 0.0 : std::min(ratio, 1.0);
  if (!(random.uniform() < ratio)) return {.acceptance = acceptance};  // also if it is NaN
  std::swap(point, next_);
  last_.assign(point.position.begin(), point.position.end());
  last_density_ = there;
  return {.is_accepted = true, .acceptance = acceptance};
}

double Jumper::acceptance_on(const Trail& trail) {
  return acceptance_along(trail, proposal_);
}

std::optional<Jumper> Jumper::judged_on(const Trail& trail) const {
  Jumper judged(*this);
  std::vector<double> ratios = ratios_along(sample_of(trail).trail(), judged.proposal_);
  const double weight = mean_weight(ratios);
  judged.expected_acceptance_ =
      std::min(expected_acceptance_, sampler::expected_acceptance(std::move(ratios)));
  judged.iterations_per_walk_ = sampler::iterations_per_walk(weight);
  if (!(weight <= kMostWeight && judged.expected_acceptance_ >= kLeastMixed)) return std::nullopt;
  return judged;
}

std::int64_t iterations_per_walk(double mean_weight) {
  if (mean_weight <= 1.2) return kIterationsPerWalk;
  return mean_weight <= 1.5 ? 4 : 2;
}

int Jumper::jumps_per_iteration() const {
  if (iterations_per_walk_ == 1) return 1;
  int jumps = 1;
  double stays = 1.0 - expected_acceptance_;
  for (; stays > kStays && jumps < kMostJumps; ++jumps) stays *= 1.0 - expected_acceptance_;
  return jumps;
}

double expected_acceptance(std::vector<double> ratios) {
  if (ratios.empty()) return 0.0;
  std::ranges::sort(ratios);
  const auto n = static_cast<double>(ratios.size());
  double lesser = 0.0, sum = 0.0;
  for (std::size_t k = 0; k < ratios.size(); ++k) {
    lesser += ratios[k] * (2.0 * (n - static_cast<double>(k)) - 1.0);  // pairs in which it is least
    sum += ratios[k];
  }
  const double acceptance = lesser / (n * sum);
  return std::isfinite(acceptance) ? acceptance : 0.0;
}

double mean_weight(std::span<const double> ratios) {
  double sum = 0.0, inverse = 0.0;
  for (const double r : ratios) {
    sum += r;
    inverse += 1.0 / r;
  }
  const auto n = static_cast<double>(ratios.size());
  return (sum / n) * (inverse / n);
}

double lag_one_correlation(const WarmupRecord& record) {
  double largest = 0.0;
  for (std::size_t q = 0; q < record.quantities; ++q) {
    std::vector<double> x = column_of(record, q);
    largest = std::max(largest, correlation_with_next(x));
    double mean = 0.0;
    for (const double v : x) mean += v / static_cast<double>(x.size());
    for (double& v : x) v = (v - mean) * (v - mean);
    largest = std::max(largest, correlation_with_next(x));
  }
  return largest;
}

double time_with_jumps(double time, double acceptance) {
  return time_of((1.0 - acceptance) * correlation_of(time));
}

double time_of_jumps(double acceptance, int jumps_per_iteration) {
  return time_of(std::pow(1.0 - acceptance, jumps_per_iteration));
}

std::optional<Jumper> fit_jumper(const WarmupRecord& record, std::size_t dimension) {
  if (record.iterations < kShortest || record.quantities != dimension) return std::nullopt;
  const Sample sample = sample_of({dimension, record.values, record.log_densities});
  std::optional<Mixture> mixture = Mixture::fit(dimension, sample.points);
  if (!mixture) return std::nullopt;
  Proposal proposal(std::move(*mixture));
  const double acceptance = acceptance_along(sample.trail(), proposal);
  if (!pays(record, acceptance)) return std::nullopt;
  return Jumper(std::move(proposal), acceptance, 1);
}

std::optional<Jumper> mix_draws(const Trail& trail, Hamiltonian& hamiltonian, Random& random) {
  if (trail.size() < kShortestMixed) return std::nullopt;
  const Sample sample = sample_of(trail);
  std::optional<Mixture> mixture = Mixture::fit(trail.dimension, sample.points);
  if (!mixture) return std::nullopt;
  Proposal proposal(std::move(*mixture));
  std::vector<double> ratios = ratios_along(sample.trail(), proposal);
  const double weight = mean_weight(ratios);
  if (!(weight <= kMostWeight)) return std::nullopt;
  const double along = expected_acceptance(std::move(ratios));
  if (!(along >= kLeastMixed)) return std::nullopt;
  Values values(hamiltonian);
  const double acceptance =
      std::min(along, probed_acceptance(proposal, values, trail.dimension, random));
  if (!(acceptance >= kLeastMixed)) return std::nullopt;
  return Jumper(std::move(proposal), acceptance, iterations_per_walk(weight));
}

std::optional<Jumper> mix_again(const std::optional<Jumper>& before, const Trail& trail,
                                Hamiltonian& hamiltonian, Random& random) {
  std::optional<Jumper> fitted = mix_draws(trail, hamiltonian, random);
  std::optional<Jumper> kept = before ? before->judged_on(trail) : std::nullopt;
  if (!kept || (fitted && fitted->expected_acceptance() > kept->expected_acceptance())) {
    return fitted;
  }
  return kept;
}

std::optional<Jumper> climb_first(const Point& from, Hamiltonian& hamiltonian, Random& random) {
  const std::optional<Summit> summit = climb(from, hamiltonian);
  if (!summit) return std::nullopt;
  std::optional<Mixture> mixture = Mixture::around(summit->top, summit->covariance);
  if (!mixture) return std::nullopt;
  Proposal proposal(std::move(*mixture));
  Values values(hamiltonian);
  const Probes probes = probe(proposal, values, hamiltonian.dimension(), random);
  return hamiltonian.dimension() <= kMostFollowed
             ? follow_density(resampled(probes, random).trail(), hamiltonian, random)
             : judged(std::move(proposal), probes.weights);
}

std::optional<Jumper> follow_density(const Trail& trail, Hamiltonian& hamiltonian, Random& random) {
  if (trail.size() < kShortestTrail) return std::nullopt;
  Values values(hamiltonian);
  std::optional<Proposal> proposal = fit_by_values(trail, values, random);
  if (!proposal) return std::nullopt;
  const double acceptance = std::min(acceptance_along(trail, *proposal),
                                     probed_acceptance(*proposal, values, trail.dimension, random));
  if (!(acceptance >= kLeastFollowed)) return std::nullopt;
  return Jumper(std::move(*proposal), acceptance, kIterationsPerWalk);
}

}  // namespace autumn::sampler
