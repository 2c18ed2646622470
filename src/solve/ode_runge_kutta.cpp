// This file solves by embedded Runge-Kutta pairs: Dormand and Prince (1980), with dense output,
// and Cash and Karp (1990). Step control is that of Boost.odeint, which Stan uses.
#include <algorithm>
#include <array>
#include <cmath>

#include "solve/ode_solver.h"

namespace autumn::solve {
namespace {

constexpr std::size_t kMaxStages = 7;
constexpr double kFirstStep = 0.1;
constexpr int kMaxRejections = 500;
constexpr double kLeastError = 1.0 / 3125.0;  // a step grows by a factor of 4.5 at most

// Nodes, stages, weights of the solution, and of the error (solution less embedded solution).
struct Tableau {
  std::size_t stages;
  std::array<double, kMaxStages> nodes;
  std::array<std::array<double, kMaxStages>, kMaxStages> stage_weights;
  std::array<double, kMaxStages> weights;
  std::array<double, kMaxStages> error_weights;
};

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
     -2187.0 / 6784 + 92097.0 / 339200, 11.0 / 84 - 187.0 / 2100, -1.0 / 40}};

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
     -277.0 / 14336, 512.0 / 1771 - 1.0 / 4}};

// One solver run; x is at time t with slope k[0].
class Stepper {
 public:
  Stepper(OdeSystem& system, const OdeProblem& problem, const OdeSettings& settings)
      : coupled_(system, problem),
        settings_(settings),
        tableau_(settings.method == OdeMethod::kCashKarp ? kCashKarp : kDormandPrince),
        t_(problem.initial_time),
        x_(problem.initial.begin(), problem.initial.end()),
        next_(x_.size()),
        trial_(x_.size()),
        k_(kMaxStages, std::vector<double>(x_.size())),
        is_fine_(coupled_(t_, x_, k_[0])) {}

  [[nodiscard]] bool is_fine() const { return is_fine_; }
  [[nodiscard]] double time() const { return t_; }
  [[nodiscard]] std::span<const double> state() const { return x_; }
  // The length of the next step.
  double step = kFirstStep;

  // Tries one step; x moves only if the error is small enough. `step` becomes the length to try
  // next.
  [[nodiscard]] bool try_step() {
    if (!compute_stages()) return reject(0.2);
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
  void interpolate(double t, std::span<double> out) const {
    const double h = t_ - previous_t_;
    const double u = (t - previous_t_) / h;
    const double v = 1.0 - u;
    for (std::size_t i = 0; i < out.size(); ++i) {
      const double difference = x_[i] - trial_[i];
      const double bend = h * old_slope(i) - difference;
      const double turn = difference - h * k_[0][i] - bend;
      out[i] = trial_[i] + u * (difference + v * (bend + u * (turn + v * h * dense_[i])));
    }
  }

 private:
  [[nodiscard]] double old_slope(std::size_t i) const { return k_[6][i]; }

  [[nodiscard]] bool compute_stages() {
    for (std::size_t s = 1; s < tableau_.stages; ++s) {
      for (std::size_t i = 0; i < x_.size(); ++i) {
        double sum = 0.0;
        for (std::size_t j = 0; j < s; ++j) sum += tableau_.stage_weights[s][j] * k_[j][i];
        trial_[i] = x_[i] + step * sum;
      }
      if (!coupled_(t_ + tableau_.nodes[s] * step, trial_, k_[s])) return false;
    }
    for (std::size_t i = 0; i < x_.size(); ++i) {
      double sum = 0.0;
      for (std::size_t j = 0; j < tableau_.stages; ++j) sum += tableau_.weights[j] * k_[j][i];
      next_[i] = x_[i] + step * sum;
    }
    return true;
  }

  // The largest error in units of absolute + relative * (|x| + |h x'|).
  [[nodiscard]] double relative_error() const {
    double largest = 0.0;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      double error = 0.0;
      for (std::size_t j = 0; j < tableau_.stages; ++j) {
        error += tableau_.error_weights[j] * k_[j][i];
      }
      const double size = std::fabs(x_[i]) + std::fabs(step * k_[0][i]);
      const double scale = settings_.absolute_tolerance + settings_.relative_tolerance * size;
      const double ratio = std::fabs(step * error) / scale;
      if (!(ratio <= largest)) largest = ratio;
    }
    return largest;
  }

  [[nodiscard]] bool reject(double factor) {
    step *= factor;
    return false;
  }

  // Moves on; the old state stays in trial_ and the old slope in k_[6], for the interpolant.
  [[nodiscard]] bool accept() {
    const bool has_last_slope = tableau_.stages == 7;
    if (has_last_slope) {
      keep_dense_part();
    } else if (!coupled_(t_ + step, next_, k_[6])) {
      return false;
    }
    std::swap(k_[0], k_[6]);
    std::copy(x_.begin(), x_.end(), trial_.begin());
    std::swap(x_, next_);
    previous_t_ = t_;
    t_ += step;
    return true;
  }

  void keep_dense_part() {
    constexpr std::array<double, 7> kDense{
        -12715105075.0 / 11282082432.0,  0.0,
        87487479700.0 / 32700410799.0,   -10690763975.0 / 1880347072.0,
        701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0,
        69997945.0 / 29380423.0};
    dense_.assign(x_.size(), 0.0);
    for (std::size_t j = 0; j < kDense.size(); ++j) {
      for (std::size_t i = 0; i < x_.size(); ++i) dense_[i] += kDense[j] * k_[j][i];
    }
  }

  CoupledSystem coupled_;
  OdeSettings settings_;
  const Tableau& tableau_;
  double t_;
  double previous_t_ = 0.0;
  std::vector<double> x_;
  std::vector<double> next_;
  std::vector<double> trial_;
  std::vector<std::vector<double>> k_;
  std::vector<double> dense_;
  bool is_fine_;
};

// Free steps, states at output times by interpolation; the last step ends at the last time.
bool solve_dense(Stepper& stepper, const OdeProblem& problem, const OdeSettings& settings,
                 const OdeSink& sink) {
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
bool solve_landing(Stepper& stepper, const OdeProblem& problem, const OdeSettings& settings,
                   const OdeSink& sink) {
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
  Stepper stepper(system, problem, settings);
  if (!stepper.is_fine()) return false;
  if (settings.method == OdeMethod::kCashKarp) {
    return solve_landing(stepper, problem, settings, sink);
  }
  return solve_dense(stepper, problem, settings, sink);
}

}  // namespace autumn::solve
