// This file is the kernel of a differential equation: operands in, states and their Jacobians out.
#include "trace/ode/kernel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

namespace autumn::trace {
namespace {

using expr::Numbers;
using expr::Shape;

// The numbers of one call, known ones and operands alike.
struct CallNumbers {
  std::vector<double> initial;
  double initial_time = 0.0;
  std::vector<double> times;
  std::vector<double> parameters;
};

class OdeKernel : public expr::Kernel {
 public:
  OdeKernel(std::shared_ptr<const RightSide> right_side, const OdeCall& call)
      : right_side_(std::move(right_side)), call_(call) {
    for (const std::size_t size : right_side_->parameter_sizes()) parameters_ += size;
  }

  [[nodiscard]] std::string_view name() const override { return "ode"; }

  [[nodiscard]] Shape value_shape(std::span<const Shape>) const override {
    return Shape::matrix(count(), states());
  }

  // Nobody knows how many steps there will be, and what a right side is, before they are made: that
  // of a dozen evaluations between two times, of a few operations for each slope.
  [[nodiscard]] double nanoseconds(std::span<const Shape>) const override {
    constexpr double kEvaluations = 12.0, kPerEvaluation = 20.0, kPerSlope = 4.0;
    const std::size_t free = call_.initial.is_known() ? 0 : states();
    const auto slopes = static_cast<double>(states() * (1 + free + parameters_));
    return kEvaluations * static_cast<double>(count()) * (kPerEvaluation + kPerSlope * slopes);
  }

  void evaluate(std::span<const Numbers> operands, std::span<const std::span<double>> outputs,
                std::span<double> /*scratch*/) const override {
    if (!solve_at(point_at(operands), outputs)) {
      for (const auto& output : outputs) {
        std::fill(output.begin(), output.end(), std::numeric_limits<double>::quiet_NaN());
      }
    }
  }

 private:
  [[nodiscard]] std::size_t states() const { return call_.initial.size(); }
  [[nodiscard]] std::size_t count() const { return call_.times.size(); }

  [[nodiscard]] CallNumbers point_at(std::span<const Numbers> operands) const {
    std::size_t next = 0;
    const auto take = [&](const Value& x) {
      const Numbers numbers = x.is_known() ? x.numbers() : operands[next++];
      return std::vector<double>(numbers.begin(), numbers.end());
    };
    CallNumbers point;
    point.initial = take(call_.initial);
    point.initial_time = take(call_.initial_time)[0];
    point.times = take(call_.times);
    for (; next < operands.size(); ++next) {
      point.parameters.insert(point.parameters.end(), operands[next].begin(), operands[next].end());
    }
    return point;
  }

  // Sensitivities in the initial state begin as unit vectors, in the initial time as -f, in
  // parameters as 0.
  [[nodiscard]] bool add_columns(solve::OdeSystem& system, solve::OdeProblem& problem,
                                 std::vector<double>& initial) const {
    const std::size_t s = states();
    if (!call_.initial.is_known()) problem.free_columns += s;
    if (!call_.initial_time.is_known()) ++problem.free_columns;
    problem.parameter_columns = parameters_;
    initial.resize(problem.size(), 0.0);
    const std::size_t columns = problem.columns();
    if (!call_.initial.is_known()) {
      for (std::size_t i = 0; i < s; ++i) initial[s + columns * i + i] = 1.0;
    }
    if (call_.initial_time.is_known()) return true;
    std::vector<double> f(s);
    if (!system.evaluate(problem.initial_time, std::span(initial).first(s), f)) return false;
    const std::size_t column = problem.free_columns - 1;
    for (std::size_t i = 0; i < s; ++i) initial[s + columns * i + column] = -f[i];
    return true;
  }

  [[nodiscard]] static bool are_in_order(const CallNumbers& point) {
    double last = point.initial_time;
    for (const double t : point.times) {
      if (!(t >= last) || !std::isfinite(t)) return false;
      last = t;
    }
    return true;
  }

  [[nodiscard]] bool solve_at(const CallNumbers& point,
                              std::span<const std::span<double>> outputs) const {
    if (!are_in_order(point)) return false;
    const Borrowed borrowed(*this);
    RightSideSystem& system = borrowed.system();
    std::ranges::copy(point.parameters, system.parameters().begin());
    solve::OdeProblem problem;
    problem.states = states();
    problem.initial_time = point.initial_time;
    problem.times = point.times;
    std::vector<double> initial = point.initial;
    if (!add_columns(system, problem, initial)) return false;
    problem.initial = initial;
    bool is_fine = true;
    const solve::OdeSink sink = [&](std::size_t n, std::span<const double> state) {
      write(n, state, outputs);
      is_fine = is_fine && write_time_slopes(system, point.times[n], n, state, outputs);
    };
    return solve::solve(system, problem, call_.settings, sink) && is_fine;
  }

  // States go to output 0; columns of sensitivities, in the order of the operands, to the others.
  void write(std::size_t n, std::span<const double> state,
             std::span<const std::span<double>> outputs) const {
    const std::size_t columns = state.size() / states() - 1;
    put(n, {state.first(states()), 1}, outputs[0]);
    std::size_t output = 1;
    std::size_t first = 0;
    const auto put_all = [&](std::size_t count) {
      const auto rows = state.subspan(states() + first);
      put(n, {rows, columns, count}, outputs[output++]);
      first += count;
    };
    if (!call_.initial.is_known()) put_all(states());
    if (!call_.initial_time.is_known()) put_all(1);
    if (!call_.times.is_known()) ++output;
    for (const std::size_t size : right_side_->parameter_sizes()) put_all(size);
  }

  // Some columns of rows that are so far apart.
  struct Columns {
    std::span<const double> numbers;
    std::size_t stride = 1;
    std::size_t count = 1;
  };

  void put(std::size_t n, const Columns& from, std::span<double> output) const {
    if (output.empty()) return;
    const std::size_t rows = count() * states();
    for (std::size_t s = 0; s < states(); ++s) {
      const double* const row = from.numbers.data() + from.stride * s;
      double* const to = output.data() + n + count() * s;
      for (std::size_t c = 0; c < from.count; ++c) to[rows * c] = row[c];
    }
  }

  // The slope of a state in its own time is f; it does not depend on the other times.
  [[nodiscard]] bool write_time_slopes(solve::OdeSystem& system, double t, std::size_t n,
                                       std::span<const double> state,
                                       std::span<const std::span<double>> outputs) const {
    if (call_.times.is_known()) return true;
    const std::size_t place =
        1 + (call_.initial.is_known() ? 0 : 1) + (call_.initial_time.is_known() ? 0 : 1);
    if (outputs[place].empty()) return true;
    std::vector<double> f(states());
    if (!system.evaluate(t, state.first(states()), f)) return false;
    const std::size_t rows = count() * states();
    for (std::size_t row = 0; row < rows; ++row) outputs[place][rows * n + row] = 0.0;
    for (std::size_t s = 0; s < states(); ++s) outputs[place][rows * n + n + count() * s] = f[s];
    return true;
  }

  // A right side for one evaluation; those given back keep their programs, and no numbers that
  // matter.
  class Borrowed {
   public:
    explicit Borrowed(const OdeKernel& kernel) : kernel_(kernel), system_(kernel.take()) {}
    ~Borrowed() { kernel_.give_back(std::move(system_)); }
    Borrowed(const Borrowed&) = delete;
    Borrowed& operator=(const Borrowed&) = delete;
    [[nodiscard]] RightSideSystem& system() const { return *system_; }

   private:
    const OdeKernel& kernel_;
    std::unique_ptr<RightSideSystem> system_;
  };

  [[nodiscard]] std::unique_ptr<RightSideSystem> take() const {
    const std::scoped_lock lock(mutex_);
    if (free_.empty()) {
      return std::make_unique<RightSideSystem>(*right_side_, std::vector<double>(parameters_));
    }
    auto system = std::move(free_.back());
    free_.pop_back();
    return system;
  }

  void give_back(std::unique_ptr<RightSideSystem> system) const {
    const std::scoped_lock lock(mutex_);
    free_.push_back(std::move(system));
  }

  std::shared_ptr<const RightSide> right_side_;
  OdeCall call_;
  std::size_t parameters_ = 0;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<RightSideSystem>> free_;
};

}  // namespace

Value solve_ode(Machine& machine, std::shared_ptr<const RightSide> right_side, const OdeCall& call,
                std::span<const Value> arguments, stan::Type type) {
  std::vector<Value> symbols;
  for (const Value* x : {&call.initial, &call.initial_time, &call.times}) {
    if (!x->is_known()) symbols.push_back(*x);
  }
  for (const Value& x : arguments) {
    if (!x.is_known()) symbols.push_back(x);
  }
  const Dims dims{call.times.size(), call.initial.size()};
  const auto kernel = std::make_shared<const OdeKernel>(std::move(right_side), call);
  if (symbols.empty()) {
    std::vector<double> states(size_of(dims));
    const std::span<double> outputs[] = {states};
    kernel->evaluate({}, outputs, {});
    return Value::numbers(type, dims, std::move(states));
  }
  std::vector<NodeId> operands;
  for (const Value& x : symbols) operands.push_back(machine.node(x));
  expr::Builder& builder = machine.builder();
  return machine.value(type, dims, builder.part(builder.kernel(kernel, operands), 0));
}

}  // namespace autumn::trace
