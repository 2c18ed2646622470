// This file solves by embedded Runge-Kutta pairs: Dormand and Prince (1980), with dense output,
// and Cash and Karp (1990). Step control is that of Boost.odeint, which Stan uses.
#include <algorithm>
#include <array>
#include <cmath>

#include "base/numbers.h"
#include "solve/ode_solver.h"

namespace autumn::solve {
namespace {

constexpr std::size_t kMaxStages = 7;
constexpr double kFirstStep = 0.1;
constexpr int kMaxRejections = 500;
constexpr double kLeastError = 1.0 / 3125.0;  // a step grows by a factor of 4.5 at most

using Weights = std::array<double, kMaxStages>;

// Nodes, stages, weights of the solution, of the error (solution less embedded solution), and of
// the interpolant.
struct Tableau {
  std::size_t stages;
  Weights nodes;
  std::array<Weights, kMaxStages> stage_weights;
  Weights weights;
  Weights error_weights;
  Weights dense_weights;
};
// What is to be weighted: stages by their number, then these.
enum Target : std::size_t { kSolution = kMaxStages, kError, kDense };

constexpr const Weights& weights_of(const Tableau& tableau, std::size_t target) {
  if (target < kMaxStages) return tableau.stage_weights[target];
  if (target == kSolution) return tableau.weights;
  return target == kError ? tableau.error_weights : tableau.dense_weights;
}

// The last stage is the slope at the end of the step.
constexpr Tableau kDormandPrince{
    7,
    {0.0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1.0, 1.0},
    {{{},
      {1.0 / 5},
      {3.0 / 40, 9.0 / 40},
      {44.0 / 45, -56.0 / 15, 32.0 / 9},
      {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
      {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
      {35.0 / 384, 0.0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}}},
    {35.0 / 384, 0.0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84, 0.0},
    {35.0 / 384 - 5179.0 / 57600, 0.0, 500.0 / 1113 - 7571.0 / 16695, 125.0 / 192 - 393.0 / 640,
     -2187.0 / 6784 + 92097.0 / 339200, 11.0 / 84 - 187.0 / 2100, -1.0 / 40},
    {-12715105075.0 / 11282082432.0, 0.0, 87487479700.0 / 32700410799.0,
     -10690763975.0 / 1880347072.0, 701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0,
     69997945.0 / 29380423.0}};

constexpr Tableau kCashKarp{
    6,
    {0.0, 1.0 / 5, 3.0 / 10, 3.0 / 5, 1.0, 7.0 / 8},
    {{{},
      {1.0 / 5},
      {3.0 / 40, 9.0 / 40},
      {3.0 / 10, -9.0 / 10, 6.0 / 5},
      {-11.0 / 54, 5.0 / 2, -70.0 / 27, 35.0 / 27},
      {1631.0 / 55296, 175.0 / 512, 575.0 / 13824, 44275.0 / 110592, 253.0 / 4096}}},
    {37.0 / 378, 0.0, 250.0 / 621, 125.0 / 594, 0.0, 512.0 / 1771},
    {37.0 / 378 - 2825.0 / 27648, 0.0, 250.0 / 621 - 18575.0 / 48384, 125.0 / 594 - 13525.0 / 55296,
     -277.0 / 14336, 512.0 / 1771 - 1.0 / 4},
    {}};

// Slopes by stage, each of as many numbers as the state has.
using Stages = std::array<double*, kMaxStages>;

// The weighted sum of the first kCount stages, of one number; weights of 0 cost nothing. The
// newest stage comes last, so that nothing else waits for it.
template <const Tableau& kTableau, std::size_t kTarget, std::size_t kCount>
double weighted(const Stages& stages, std::size_t i) {
  constexpr double kWeight = weights_of(kTableau, kTarget)[kCount - 1];
  if constexpr (kCount == 1) {
    return kWeight * stages[0][i];
  } else if constexpr (kWeight == 0.0) {
    return weighted<kTableau, kTarget, kCount - 1>(stages, i);
  } else {
    return weighted<kTableau, kTarget, kCount - 1>(stages, i) + kWeight * stages[kCount - 1][i];
  }
}

template <const Tableau& kTableau, std::size_t kTarget>
double weighted(const Stages& stages, std::size_t i) {
  constexpr std::size_t kCount = kTarget < kMaxStages ? kTarget : kTableau.stages;
  return weighted<kTableau, kTarget, kCount>(stages, i);
}

// One solver run; x is at time t with slope k[0].
template <const Tableau& kTableau>
class Stepper {
 public:
  Stepper(OdeSystem& system, const OdeProblem& problem, const OdeSettings& settings)
      : coupled_(system, problem),
        settings_(settings),
        size_(problem.size()),
        memory_(size_ * (kMaxStages + 4)),
        t_(problem.initial_time) {
    for (std::size_t s = 0; s < kMaxStages; ++s) k_[s] = memory_.data() + size_ * s;
    x_ = memory_.data() + size_ * kMaxStages;
    next_ = x_ + size_;
    trial_ = next_ + size_;
    dense_ = trial_ + size_;
    std::ranges::copy(problem.initial, x_);
    is_fine_ = slope_at(t_, x_, k_[0]) && all_finite(std::span(k_[0], size_));
  }

  [[nodiscard]] bool is_fine() const { return is_fine_; }
  [[nodiscard]] double time() const { return t_; }
  [[nodiscard]] std::span<const double> state() const { return {x_, size_}; }
  // The length of the next step.
  double step = kFirstStep;

  // Tries one step; x moves only if the error is small enough. `step` becomes the length to try
  // next.
  [[nodiscard]] bool try_step() {
    if (!compute_stages<1>()) return reject(0.2);
    compute_next();
    const double error = relative_error();
    if (!(error <= 1.0)) {
      return reject(std::isnan(error) ? 0.2 : std::max(0.9 * std::pow(error, -1.0 / 3.0), 0.2));
    }
    if (!accept()) return reject(0.2);
    if (error < 0.5) step *= 0.9 * std::pow(std::max(error, kLeastError), -0.2);
    return true;
  }

  // Steps until one succeeds; false if none does.
  [[nodiscard]] bool advance() {
    for (int attempt = 0; attempt < kMaxRejections; ++attempt) {
      if (t_ + step == t_) return false;
      if (try_step()) return true;
    }
    return false;
  }

  // The state inside the last step: the interpolant of order 4 of Hairer, Norsett and Wanner
  // (1993), II.6.
  void interpolate(double t, std::span<double> out) {
    if (!has_dense_) keep_dense_part();
    const double h = t_ - previous_t_;
    const double u = (t - previous_t_) / h;
    const double v = 1.0 - u;
    for (std::size_t i = 0; i < size_; ++i) {
      const double difference = x_[i] - next_[i];
      const double bend = h * k_[6][i] - difference;
      const double turn = difference - h * k_[0][i] - bend;
      out[i] = next_[i] + u * (difference + v * (bend + u * (turn + v * h * dense_[i])));
    }
  }

 private:
  // The slope at the end of a step is its last stage.
  static constexpr bool kEndsWithSlope = kTableau.stages == kMaxStages;

  [[nodiscard]] bool slope_at(double t, const double* x, double* dx) {
    return coupled_(t, {x, size_}, {dx, size_});
  }

  // Stage s and those after it. The last one of Dormand and Prince is at the end of the step.
  template <std::size_t s>
  [[nodiscard]] bool compute_stages() {
    if constexpr (s == kTableau.stages) {
      return true;
    } else {
      double* const to = kEndsWithSlope && s + 1 == kTableau.stages ? next_ : trial_;
      combine<s>(to);
      return slope_at(t_ + kTableau.nodes[s] * step, to, k_[s]) && compute_stages<s + 1>();
    }
  }

  void compute_next() {
    if constexpr (!kEndsWithSlope) combine<kSolution>(next_);
  }

  // Ahead of x by the weighted slopes.
  template <std::size_t kTarget>
  void combine(double* __restrict to) const {
    const Stages k = k_;
    const double* const x = x_;
    const double h = step;
    for (std::size_t i = 0; i < size_; ++i) to[i] = x[i] + h * weighted<kTableau, kTarget>(k, i);
  }

  // The largest error in units of absolute + relative * (|x| + |h x'|). The second stage has no
  // weight in it, but is to make it NaN if it is not finite itself.
  [[nodiscard]] double relative_error() {
    const Stages k = k_;
    const double* const x = x_;
    const double h = step;
    double* __restrict const ratios = trial_;
    for (std::size_t i = 0; i < size_; ++i) {
      const double error = weighted<kTableau, kError>(k, i) + 0.0 * k[1][i];
      const double size = std::fabs(x[i]) + std::fabs(h * k[0][i]);
      const double scale = settings_.absolute_tolerance + settings_.relative_tolerance * size;
      ratios[i] = std::fabs(h * error) / scale;
    }
    double largest = 0.0;
    for (std::size_t i = 0; i < size_; ++i) {
      if (std::isnan(ratios[i])) return ratios[i];
      largest = std::max(largest, ratios[i]);
    }
    return largest;
  }

  [[nodiscard]] bool reject(double factor) {
    step *= factor;
    return false;
  }

  // Moves on; the old state stays in next_ and the old slope in k_[6], for the interpolant.
  [[nodiscard]] bool accept() {
    if constexpr (!kEndsWithSlope) {
      if (!slope_at(t_ + step, next_, k_[6]) || !all_finite({k_[6], size_})) return false;
    }
    std::swap(k_[0], k_[6]);
    std::swap(x_, next_);
    previous_t_ = t_;
    t_ += step;
    has_dense_ = false;
    return true;
  }

  void keep_dense_part() {
    Stages k = k_;
    std::swap(k[0], k[6]);
    for (std::size_t i = 0; i < size_; ++i) dense_[i] = weighted<kTableau, kDense>(k, i);
    has_dense_ = true;
  }

  CoupledSystem coupled_;
  OdeSettings settings_;
  std::size_t size_;
  std::vector<double> memory_;
  double t_;
  double previous_t_ = 0.0;
  double* x_ = nullptr;
  double* next_ = nullptr;
  double* trial_ = nullptr;
  double* dense_ = nullptr;
  Stages k_{};
  bool has_dense_ = false;
  bool is_fine_ = false;
};

// Free steps, states at output times by interpolation; the last step ends at the last time.
bool solve_dense(Stepper<kDormandPrince>& stepper, const OdeProblem& problem,
                 const OdeSettings& settings, const OdeSink& sink) {
  std::vector<double> out(problem.size());
  const double end = problem.times.back();
  double steps = 0.0;
  std::size_t n = 0;
  while (n < problem.times.size() && problem.times[n] == problem.initial_time) {
    sink(n++, problem.initial);
  }
  while (n < problem.times.size()) {
    if (++steps > settings.max_steps) return false;
    stepper.step = std::min(stepper.step, end - stepper.time());
    const bool is_last = stepper.time() + stepper.step >= end;
    if (!stepper.advance()) return false;
    const bool has_arrived = is_last && stepper.time() >= end - 1e-14 * std::fabs(end);
    for (; n < problem.times.size(); ++n, steps = 0.0) {
      const double t = problem.times[n];
      if (t > stepper.time() && !(has_arrived && t == end)) break;
      stepper.interpolate(std::min(t, stepper.time()), out);
      sink(n, out);
    }
  }
  return true;
}

// Steps that end at every output time.
bool solve_landing(Stepper<kCashKarp>& stepper, const OdeProblem& problem,
                   const OdeSettings& settings, const OdeSink& sink) {
  double usual = kFirstStep;
  for (std::size_t n = 0; n < problem.times.size(); ++n) {
    const double goal = problem.times[n];
    double steps = 0.0;
    double rejections = 0.0;
    while (stepper.time() < goal) {
      if (++steps > settings.max_steps || rejections > kMaxRejections) return false;
      stepper.step = std::min(usual, goal - stepper.time());
      if (stepper.time() + stepper.step == stepper.time()) {
        if (goal - stepper.time() > 1e-15 * std::fabs(goal)) return false;
        break;
      }
      if (stepper.try_step()) {
        usual = std::max(usual, stepper.step);
        rejections = 0.0;
      } else {
        usual = stepper.step;
        ++rejections;
      }
    }
    sink(n, stepper.state());
  }
  return true;
}

}  // namespace

bool solve_runge_kutta(OdeSystem& system, const OdeProblem& problem, const OdeSettings& settings,
                       const OdeSink& sink) {
  if (settings.method == OdeMethod::kCashKarp) {
    Stepper<kCashKarp> stepper(system, problem, settings);
    return stepper.is_fine() && solve_landing(stepper, problem, settings, sink);
  }
  Stepper<kDormandPrince> stepper(system, problem, settings);
  return stepper.is_fine() && solve_dense(stepper, problem, settings, sink);
}

}  // namespace autumn::solve
