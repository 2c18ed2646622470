// This file solves by Adams and BDF methods with CVODES of SUNDIALS and staggered forward
// sensitivities: the reference of ode_multistep.cpp.
#include <cvodes/cvodes.h>

#include "base/numbers.h"
#include "solve/ode_solver.h"
#include "solve/sundials.h"

namespace autumn::solve {
namespace {

struct FreeMemory {
  void operator()(void* memory) const { CVodeFree(&memory); }
};
using sundials::numbers;

// What the callbacks see. `x` and `dx` hold states and rows of sensitivities.
struct Problem {
  CoupledSystem coupled;
  OdeSystem& system;
  std::size_t states;
  std::vector<double> x;
  std::vector<double> dx;

  // The numbers of a column of sensitivities, which CVODES has as vectors of their own.
  template <typename Visit>
  void for_column(int count, int c, Visit visit) const {
    const auto columns = static_cast<std::size_t>(count);
    for (std::size_t i = 0; i < states; ++i) {
      visit(i, states + columns * i + static_cast<std::size_t>(c));
    }
  }
};

// A positive result asks for a smaller step.
int right_side(double t, N_Vector y, N_Vector f, void* data) {
  auto& problem = *static_cast<Problem*>(data);
  const auto out = numbers(f);
  if (!problem.system.evaluate(t, numbers(y), out)) return 1;
  return all_finite(out) ? 0 : 1;
}

int jacobian(double t, N_Vector y, N_Vector, SUNMatrix matrix, void* data, N_Vector, N_Vector,
             N_Vector) {
  auto& problem = *static_cast<Problem*>(data);
  const std::span by_state(SUNDenseMatrix_Data(matrix), problem.states * problem.states);
  if (!problem.system.evaluate_slopes(t, numbers(y), {{}, by_state, {}})) return 1;
  return all_finite(by_state) ? 0 : 1;
}

int sensitivities(int count, double t, N_Vector y, N_Vector, N_Vector* s, N_Vector* ds, void* data,
                  N_Vector, N_Vector) {
  auto& problem = *static_cast<Problem*>(data);
  std::ranges::copy(numbers(y), problem.x.begin());
  for (int c = 0; c < count; ++c) {
    const auto from = numbers(s[c]);
    problem.for_column(count, c, [&](std::size_t i, std::size_t at) { problem.x[at] = from[i]; });
  }
  if (!problem.coupled(t, problem.x, problem.dx) || !all_finite(problem.dx)) return 1;
  for (int c = 0; c < count; ++c) {
    const auto to = numbers(ds[c]);
    problem.for_column(count, c, [&](std::size_t i, std::size_t at) { to[i] = problem.dx[at]; });
  }
  return 0;
}

// A run of CVODES. Members are destroyed in the reverse order.
class Run {
 public:
  Run(OdeSystem& system, const OdeProblem& problem, const OdeSettings& settings)
      : columns_(static_cast<int>(problem.columns())),
        problem_{CoupledSystem(system, problem), system, problem.states,
                 std::vector<double>(problem.initial.begin(), problem.initial.end()),
                 std::vector<double>(problem.size())},
        state_(problem.initial.begin(), problem.initial.end()),
        columnwise_(problem.size() - problem.states),
        context_(sundials::make_context()) {
    SUNContext context = context_.get();
    const auto size = static_cast<sunindextype>(problem.states);
    y_ = sundials::view(std::span(state_).first(problem.states), context);
    for (int c = 0; c < columns_; ++c) {
      const auto column =
          std::span(columnwise_)
              .subspan(problem.states * static_cast<std::size_t>(c), problem.states);
      problem_.for_column(columns_, c,
                          [&](std::size_t i, std::size_t at) { column[i] = state_[at]; });
      sensitivities_.add(column, context);
    }
    matrix_.reset(SUNDenseMatrix(size, size, context));
    linear_.reset(SUNLinSol_Dense(y_.get(), matrix_.get(), context));
    memory_.reset(CVodeCreate(settings.method == OdeMethod::kBdf ? CV_BDF : CV_ADAMS, context));
    is_fine_ = set_up(problem, settings);
  }

  [[nodiscard]] bool is_fine() const { return is_fine_; }
  [[nodiscard]] std::span<const double> state() const { return state_; }

  [[nodiscard]] bool advance(double t) {
    double reached = t;
    if (CVode(memory_.get(), t, y_.get(), &reached, CV_NORMAL) < 0) return false;
    if (columns_ == 0) return true;
    if (CVodeGetSens(memory_.get(), &reached, sensitivities_.handles.data()) != 0) return false;
    for (int c = 0; c < columns_; ++c) {
      const auto from = numbers(sensitivities_.handles[static_cast<std::size_t>(c)]);
      problem_.for_column(columns_, c,
                          [&](std::size_t i, std::size_t at) { state_[at] = from[i]; });
    }
    return true;
  }

 private:
  [[nodiscard]] bool set_up(const OdeProblem& problem, const OdeSettings& settings) {
    void* const memory = memory_.get();
    const auto max_steps = static_cast<long>(std::min(settings.max_steps, 2e9));
    bool is_fine =
        CVodeSetErrHandlerFn(memory, sundials::be_silent, nullptr) == 0 &&
        CVodeInit(memory, right_side, problem.initial_time, y_.get()) == 0 &&
        CVodeSetUserData(memory, &problem_) == 0 &&
        CVodeSStolerances(memory, settings.relative_tolerance, settings.absolute_tolerance) == 0 &&
        CVodeSetMaxNumSteps(memory, max_steps) == 0 && CVodeSetMaxHnilWarns(memory, -1) == 0 &&
        CVodeSetLinearSolver(memory, linear_.get(), matrix_.get()) == 0 &&
        CVodeSetJacFn(memory, jacobian) == 0;
    if (columns_ == 0) return is_fine;
    return is_fine &&
           CVodeSensInit(memory, columns_, CV_STAGGERED, sensitivities,
                         sensitivities_.handles.data()) == 0 &&
           CVodeSetSensErrCon(memory, SUNTRUE) == 0 && CVodeSensEEtolerances(memory) == 0;
  }

  int columns_;
  Problem problem_;
  std::vector<double> state_;
  std::vector<double> columnwise_;
  sundials::Context context_;
  sundials::Vector y_;
  sundials::Columns sensitivities_;
  sundials::Matrix matrix_;
  sundials::LinearSolver linear_;
  std::unique_ptr<void, FreeMemory> memory_;
  bool is_fine_ = false;
};

}  // namespace

bool solve_cvodes(OdeSystem& system, const OdeProblem& problem, const OdeSettings& settings,
                  const OdeSink& sink) {
  Run run(system, problem, settings);
  return run.is_fine() && go_through(run, problem, sink);
}

}  // namespace autumn::solve
