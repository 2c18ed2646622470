// This file solves differential-algebraic equations with IDAS of SUNDIALS and staggered forward
// sensitivities.
#include "solve/dae_solver.h"

#include <idas/idas.h>

#include <Eigen/LU>
#include <Eigen/SVD>

#include "base/numbers.h"
#include "solve/sundials.h"

namespace autumn::solve {
namespace {

using sundials::numbers;

struct FreeMemory {
  void operator()(void* memory) const { IDAFree(&memory); }
};

// What the callbacks see.
struct Problem {
  DaeSystem& system;
  std::size_t free_columns;
  std::vector<double> r;
  std::vector<double> by_state;
  std::vector<double> by_derivative;
  std::vector<double> by_parameter;

  [[nodiscard]] bool set_slopes(double t, N_Vector y, N_Vector derivative) {
    return system.evaluate_slopes({t, numbers(y), numbers(derivative)},
                                  {r, by_state, by_derivative, by_parameter}) &&
           all_finite(by_state) && all_finite(by_derivative) && all_finite(by_parameter);
  }
};

// A positive result asks for a smaller step.
int residual(double t, N_Vector y, N_Vector derivative, N_Vector r, void* data) {
  auto& problem = *static_cast<Problem*>(data);
  const auto out = numbers(r);
  return problem.system.evaluate({t, numbers(y), numbers(derivative)}, out) && all_finite(out) ? 0
                                                                                               : 1;
}

// dr/dy + c dr/dy', with c of the formula at hand.
int jacobian(double t, double c, N_Vector y, N_Vector derivative, N_Vector, SUNMatrix matrix,
             void* data, N_Vector, N_Vector, N_Vector) {
  auto& problem = *static_cast<Problem*>(data);
  if (!problem.set_slopes(t, y, derivative)) return 1;
  double* const out = SUNDenseMatrix_Data(matrix);
  for (std::size_t k = 0; k < problem.by_state.size(); ++k) {
    out[k] = problem.by_state[k] + c * problem.by_derivative[k];
  }
  return 0;
}

int sensitivities(int count, double t, N_Vector y, N_Vector derivative, N_Vector, N_Vector* s,
                  N_Vector* ds, N_Vector* out, void* data, N_Vector, N_Vector, N_Vector) {
  auto& problem = *static_cast<Problem*>(data);
  if (!problem.set_slopes(t, y, derivative)) return 1;
  const std::size_t states = problem.r.size();
  for (std::size_t column = 0; column < static_cast<std::size_t>(count); ++column) {
    const auto change = numbers(out[column]);
    const auto state = numbers(s[column]);
    const auto slope = numbers(ds[column]);
    for (std::size_t i = 0; i < states; ++i) {
      double total = 0.0;
      if (column >= problem.free_columns) {
        total = problem.by_parameter[i + states * (column - problem.free_columns)];
      }
      for (std::size_t j = 0; j < states; ++j) {
        total += problem.by_state[i + states * j] * state[j] +
                 problem.by_derivative[i + states * j] * slope[j];
      }
      change[i] = total;
    }
  }
  return 0;
}

// Makes the sensitivities at the start fit the equations, and finds their derivatives. With A =
// dr/dy, B = dr/dy', N and Z bases of the left and right null spaces of B: the algebraic part of s
// moves by Z q so that N'(A s + c) = 0, and then B s' = -(A s + c) has a solution.
class Start {
 public:
  using Matrix = Eigen::Map<const Eigen::MatrixXd>;
  using Column = Eigen::Map<Eigen::VectorXd>;

  explicit Start(const Problem& problem)
      : size_(static_cast<Eigen::Index>(problem.r.size())),
        by_state_(problem.by_state.data(), size_, size_),
        svd_(Matrix(problem.by_derivative.data(), size_, size_),
             Eigen::ComputeFullU | Eigen::ComputeFullV) {
    svd_.setThreshold(1e-12);
    const Eigen::Index algebraic = size_ - svd_.rank();
    left_ = svd_.matrixU().rightCols(algebraic);
    right_ = svd_.matrixV().rightCols(algebraic);
    if (algebraic > 0) inner_.compute(left_.transpose() * by_state_ * right_);
  }

  void fit(std::span<double> s, std::span<double> ds, std::span<const double> forcing) {
    Column state(s.data(), size_);
    Eigen::VectorXd change = by_state_ * state;
    if (!forcing.empty()) change += Eigen::Map<const Eigen::VectorXd>(forcing.data(), size_);
    if (right_.cols() > 0) {
      const Eigen::VectorXd move = right_ * inner_.solve(left_.transpose() * change);
      state -= move;
      change -= by_state_ * move;
    }
    Column(ds.data(), size_) = -svd_.solve(change);
  }

 private:
  Eigen::Index size_;
  Matrix by_state_;
  Eigen::JacobiSVD<Eigen::MatrixXd> svd_;
  Eigen::MatrixXd left_;
  Eigen::MatrixXd right_;
  Eigen::PartialPivLU<Eigen::MatrixXd> inner_;
};

// A run of IDAS. Members are destroyed in the reverse order.
class Run {
 public:
  Run(DaeSystem& system, const DaeProblem& problem, const OdeSettings& settings)
      : columns_(static_cast<int>(problem.columns())),
        problem_{system,
                 problem.free_columns,
                 std::vector<double>(problem.states),
                 std::vector<double>(problem.states * problem.states),
                 std::vector<double>(problem.states * problem.states),
                 std::vector<double>(problem.states * problem.parameter_columns)},
        state_(problem.initial.begin(), problem.initial.end()),
        derivative_(problem.size()),
        context_(sundials::make_context()) {
    SUNContext context = context_.get();
    const auto column = [&](std::vector<double>& all, std::size_t c) {
      return std::span(all).subspan(problem.states * c, problem.states);
    };
    std::ranges::copy(problem.derivative, derivative_.begin());
    y_ = sundials::view(column(state_, 0), context);
    dy_ = sundials::view(column(derivative_, 0), context);
    for (std::size_t c = 1; c <= problem.columns(); ++c) {
      s_.add(column(state_, c), context);
      ds_.add(column(derivative_, c), context);
    }
    const auto size = static_cast<sunindextype>(problem.states);
    matrix_.reset(SUNDenseMatrix(size, size, context));
    linear_.reset(SUNLinSol_Dense(y_.get(), matrix_.get(), context));
    memory_.reset(IDACreate(context));
    is_fine_ = fit_start(problem) && set_up(problem, settings);
  }

  [[nodiscard]] bool is_fine() const { return is_fine_; }
  [[nodiscard]] std::span<const double> state() const { return state_; }

  [[nodiscard]] bool advance(double t) {
    double reached = t;
    if (IDASolve(memory_.get(), t, &reached, y_.get(), dy_.get(), IDA_NORMAL) < 0) return false;
    return columns_ == 0 || IDAGetSens(memory_.get(), &reached, s_.handles.data()) == 0;
  }

 private:
  [[nodiscard]] bool fit_start(const DaeProblem& problem) {
    if (columns_ == 0) return true;
    if (!problem_.set_slopes(problem.initial_time, y_.get(), dy_.get())) return false;
    Start start(problem_);
    for (std::size_t c = 0; c < problem.columns(); ++c) {
      std::span<const double> forcing;
      if (c >= problem.free_columns) {
        forcing = std::span(problem_.by_parameter)
                      .subspan(problem.states * (c - problem.free_columns), problem.states);
      }
      start.fit(numbers(s_.handles[c]), numbers(ds_.handles[c]), forcing);
    }
    return all_finite(state_) && all_finite(derivative_);
  }

  [[nodiscard]] bool set_up(const DaeProblem& problem, const OdeSettings& settings) {
    void* const memory = memory_.get();
    const auto max_steps = static_cast<long>(std::min(settings.max_steps, 2e9));
    const bool is_fine =
        IDASetErrHandlerFn(memory, sundials::be_silent, nullptr) == 0 &&
        IDAInit(memory, residual, problem.initial_time, y_.get(), dy_.get()) == 0 &&
        IDASetUserData(memory, &problem_) == 0 &&
        IDASStolerances(memory, settings.relative_tolerance, settings.absolute_tolerance) == 0 &&
        IDASetMaxNumSteps(memory, max_steps) == 0 &&
        IDASetLinearSolver(memory, linear_.get(), matrix_.get()) == 0 &&
        IDASetJacFn(memory, jacobian) == 0;
    if (columns_ == 0) return is_fine;
    return is_fine &&
           IDASensInit(memory, columns_, IDA_STAGGERED, sensitivities, s_.handles.data(),
                       ds_.handles.data()) == 0 &&
           IDASetSensErrCon(memory, SUNTRUE) == 0 && IDASensEEtolerances(memory) == 0;
  }

  int columns_;
  Problem problem_;
  std::vector<double> state_;
  std::vector<double> derivative_;
  sundials::Context context_;
  sundials::Vector y_;
  sundials::Vector dy_;
  sundials::Columns s_;
  sundials::Columns ds_;
  sundials::Matrix matrix_;
  sundials::LinearSolver linear_;
  std::unique_ptr<void, FreeMemory> memory_;
  bool is_fine_ = false;
};

}  // namespace

bool solve(DaeSystem& system, const DaeProblem& problem, const OdeSettings& settings,
           const OdeSink& sink) {
  if (!all_finite(problem.initial) || !all_finite(problem.derivative)) return false;
  Run run(system, problem, settings);
  return run.is_fine() && go_through(run, problem, sink);
}

}  // namespace autumn::solve
