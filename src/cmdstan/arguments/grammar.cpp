// This file is the table of CmdStan's arguments: names, defaults, what is valid, and what help
// says.
#include <fmt/format.h>

#include <cstdlib>
#include <initializer_list>

#include "cmdstan/arguments/argument.h"

namespace autumn::cmdstan {
namespace {

Argument category(std::string name, std::string description, Arguments children = {}) {
  return {.kind = ArgumentKind::kCategory,
          .name = std::move(name),
          .description = std::move(description),
          .children = std::move(children)};
}

Argument choice(std::string name, std::string description, std::size_t usual, Arguments children) {
  return {.kind = ArgumentKind::kChoice,
          .name = std::move(name),
          .description = std::move(description),
          .children = std::move(children),
          .chosen = usual,
          .usual = usual};
}

Argument value(ValueType type, std::string name, std::string usual, std::string description) {
  return {.kind = ArgumentKind::kValue,
          .name = std::move(name),
          .description = std::move(description),
          .type = type,
          .value = usual,
          .default_value = usual,
          .valid = "All"};
}

bool is_positive(double x) {
  return x > 0;
}
bool is_not_negative(double x) {
  return x >= 0;
}

// A number above zero.
Argument positive(ValueType type, std::string name, std::string usual, std::string description) {
  Argument result = value(type, std::move(name), std::move(usual), std::move(description));
  result.valid = "0 < " + result.name;
  result.is_valid = is_positive;
  return result;
}

Argument count(std::string name, std::string usual, std::string description) {
  Argument result =
      positive(ValueType::kInt, std::move(name), std::move(usual), std::move(description));
  result.valid = "0 <= " + result.name;
  result.is_valid = is_not_negative;
  return result;
}

Argument buffer(std::string name, std::string usual, std::string description) {
  Argument result = count(std::move(name), std::move(usual), std::move(description));
  result.type = ValueType::kUnsigned;
  return result;
}

Argument between(std::string name, std::string usual, double low, bool (*is_valid)(double),
                 std::string description) {
  Argument result =
      value(ValueType::kReal, std::move(name), std::move(usual), std::move(description));
  result.valid = fmt::format("{:f} <= {} <= {:f}", low, result.name, 1.0);
  result.is_valid = is_valid;
  return result;
}

Argument yes_or_no(std::string name, std::string usual, std::string description) {
  Argument result =
      value(ValueType::kBool, std::move(name), std::move(usual), std::move(description));
  result.valid = "[0, 1, false, true]";
  return result;
}

Argument path(std::string name, std::string usual, std::string description) {
  Argument result =
      value(ValueType::kString, std::move(name), std::move(usual), std::move(description));
  result.valid = "Path to existing file";
  return result;
}

constexpr ValueType kInt = ValueType::kInt, kReal = ValueType::kReal;

Argument sample_arguments() {
  Argument adapt = category(
      "adapt", "Warm-up: how step size and metric are learnt",
      {yes_or_no("engaged", "true", "Learn step size and metric during warm-up?"),
       positive(kReal, "gamma", "0.05", "Regularisation of the step size's adaptation"),
       between(
           "delta", "0.8", 0.1, [](double x) { return x >= 0.1 && x < 1; },
           "Acceptance statistic to aim for"),
       positive(kReal, "kappa", "0.75", "Exponent by which adaptation slows down"),
       positive(kReal, "t0", "10", "Offset that damps the first iterations of adaptation"),
       buffer("init_buffer", "75", "Iterations before the first window of the metric"),
       buffer("term_buffer", "50", "Iterations after the last window, for the step size alone"),
       buffer("window", "25", "Length of the first window of the metric"),
       yes_or_no("save_metric", "false", "Write step size and metric as JSON?")});
  Argument hmc = category(
      "hmc", "Hamiltonian Monte Carlo",
      {choice("engine", "How long trajectories are", 1,
              {category("static", "Trajectories of one length",
                        {positive(kReal, "int_time", "6.28319",
                                  "Length of a trajectory in units of time (2 pi)")}),
               category("nuts", "The No-U-Turn sampler",
                        {positive(kInt, "max_depth", "10", "Most doublings of a trajectory")})}),
       choice("metric", "Shape of the inverse mass matrix", 1,
              {category("unit_e", "The identity"), category("diag_e", "A diagonal, learnt"),
               category("dense_e", "A full matrix, learnt")}),
       value(ValueType::kString, "metric_file", "", "File with an inverse metric to begin with"),
       positive(kReal, "stepsize", "1", "Step size to begin with, or throughout"),
       between(
           "stepsize_jitter", "0", 0.0, [](double x) { return x >= 0 && x <= 1; },
           "Relative width of the random variation of the step size")});
  return category(
      "sample", "Draw from the posterior by Markov chains, collapsed where it pays",
      {count("num_samples", "1000", "Iterations of sampling"),
       count("num_warmup", "1000", "Iterations of warm-up"),
       yes_or_no("save_warmup", "false", "Write the draws of warm-up too?"),
       positive(kInt, "thin", "1", "Iterations per draw that is written"), std::move(adapt),
       choice("algorithm", "How the chain moves", 0,
              {std::move(hmc), category("fixed_param", "Parameters stay as they are")}),
       positive(kInt, "num_chains", "1", "Chains in this process")});
}

Arguments tolerances() {
  return {positive(kReal, "init_alpha", "0.001", "First step of the line search"),
          positive(kReal, "tol_obj", "1e-12", "Tolerance on changes of the objective"),
          positive(kReal, "tol_rel_obj", "10000", "The same, relative, in units of rounding"),
          positive(kReal, "tol_grad", "1e-08", "Tolerance on the norm of the gradient"),
          positive(kReal, "tol_rel_grad", "1e+07", "The same, relative, in units of rounding"),
          positive(kReal, "tol_param", "1e-08", "Tolerance on changes of the parameters")};
}

Argument history() {
  return positive(kInt, "history_size", "5", "Updates that L-BFGS remembers");
}

Arguments with(Arguments arguments, std::initializer_list<Argument> more) {
  arguments.insert(arguments.end(), more);
  return arguments;
}

Argument optimize_arguments() {
  return category("optimize", "Find a mode",
                  {choice("algorithm", "How it climbs", 1,
                          {category("bfgs", "Quasi-Newton with a full matrix", tolerances()),
                           category("lbfgs", "Quasi-Newton with a short memory",
                                    with(tolerances(), {history()})),
                           category("newton", "Newton's method")}),
                   yes_or_no("jacobian", "false", "The mode on the unconstrained scale?"),
                   positive(kInt, "iter", "2000", "Most iterations"),
                   yes_or_no("save_iterations", "false", "Write every iteration?")});
}

Argument variational_arguments() {
  return category(
      "variational", "Fit a normal approximation by stochastic gradients",
      {choice("algorithm", "The covariance of the approximation", 0,
              {category("meanfield", "A diagonal"), category("fullrank", "A full matrix")}),
       positive(kInt, "iter", "10000", "Most iterations"),
       positive(kInt, "grad_samples", "1", "Draws per gradient"),
       positive(kInt, "elbo_samples", "100", "Draws per evaluation of the ELBO"),
       positive(kReal, "eta", "1", "Weight of the step size"),
       category("adapt", "How the weight of the step size is found",
                {yes_or_no("engaged", "true", "Look for it?"),
                 positive(kInt, "iter", "50", "Iterations per value that is tried")}),
       positive(kReal, "tol_rel_obj", "0.01", "Tolerance on relative changes of the ELBO"),
       positive(kInt, "eval_elbo", "100", "Iterations between evaluations of the ELBO"),
       positive(kInt, "output_samples", "1000", "Draws of the approximation to write")});
}

Argument diagnose_arguments() {
  return category(
      "diagnose", "Compare the gradient with finite differences",
      {choice("test", "What is tested", 0,
              {category("gradient", "The gradient of the log density",
                        {positive(kReal, "epsilon", "1e-06", "Step of the finite differences"),
                         positive(kReal, "error", "1e-06", "Largest difference allowed")})})});
}

Argument generate_quantities_arguments() {
  return category("generate_quantities", "Compute generated quantities for draws of a file",
                  {path("fitted_params", "", "CSV file with the draws"),
                   positive(kInt, "num_chains", "1", "Files of draws")});
}

Argument pathfinder_arguments() {
  return category(
      "pathfinder", "Approximate the posterior along paths to a mode",
      with(tolerances(),
           {history(), positive(kInt, "num_psis_draws", "1000", "Draws after resampling"),
            positive(kInt, "num_paths", "4", "Paths"),
            yes_or_no("save_single_paths", "false", "Write a file per path?"),
            yes_or_no("psis_resample", "true", "Resample the paths' draws by importance?"),
            yes_or_no("calculate_lp", "true", "Evaluate the log density of all draws?"),
            positive(kInt, "max_lbfgs_iters", "1000", "Most iterations per path"),
            positive(kInt, "num_draws", "1000", "Draws per path"),
            positive(kInt, "num_elbo_draws", "25", "Draws per evaluation of the ELBO")}));
}

Argument log_prob_arguments() {
  return category("log_prob", "Log density and gradient at points of a file",
                  {path("unconstrained_params", "", "File with points on the unconstrained scale"),
                   path("constrained_params", "", "File with points on the declared scale"),
                   yes_or_no("jacobian", "true", "With the Jacobian of the transforms?")});
}

Argument laplace_arguments() {
  return category("laplace", "Draw from the normal approximation at a mode",
                  {value(ValueType::kString, "mode", "", "CSV or JSON file with the mode"),
                   yes_or_no("jacobian", "true", "Is it the mode on the unconstrained scale?"),
                   count("draws", "1000", "Draws"),
                   yes_or_no("calculate_lp", "true", "Evaluate the log density of the draws?")});
}

Argument seed() {
  Argument result = value(ValueType::kSeed, "seed", "-1", "Seed of the random numbers");
  result.valid = "non-negative integer < 4294967296  or -1 to generate seed from system time";
  result.is_valid = [](double x) { return x >= -1 && x < 4294967296.0; };
  return result;
}

Argument output_arguments() {
  Argument refresh = count("refresh", "100", "Iterations between lines of progress");
  refresh.valid = "0 <= refresh";
  Argument digits = value(kInt, "sig_figs", "8", "Significant digits in CSV files");
  digits.valid = "0 <= integer <= 18 or -1 to use the default number of significant figures";
  digits.is_valid = [](double x) { return x >= -1 && x <= 18; };
  Argument profile = path("profile_file", "profile.csv", "File for the times of profile blocks");
  profile.valid = "Valid path and write access to the folder";
  return category("output", "Files and progress",
                  {path("file", "output.csv", "File of the draws"),
                   path("diagnostic_file", "", "File of sampled coordinates and gradients"),
                   std::move(refresh), std::move(digits), std::move(profile),
                   yes_or_no("save_cmdstan_config", "false", "Write these arguments as JSON?")});
}

Argument threads() {
  const char* given = std::getenv("STAN_NUM_THREADS");
  Argument result =
      value(kInt, "num_threads", given == nullptr ? "1" : given, "Threads of this process");
  result.valid = "num_threads > 0 || num_threads == -1";
  result.is_valid = [](double x) { return x > 0 || x == -1; };
  return result;
}

}  // namespace

Arguments grammar() {
  Argument id = count("id", "1", "Number of this process, the first of its chains");
  id.valid = "id >= 0";
  Argument init =
      value(ValueType::kString, "init", "2",
            "Radius of random initial values, 0 for all zero, or a file with initial values");
  return {choice("method", "What to do (`method=` may be left out)", 0,
                 {sample_arguments(), optimize_arguments(), variational_arguments(),
                  diagnose_arguments(), generate_quantities_arguments(), pathfinder_arguments(),
                  log_prob_arguments(), laplace_arguments()}),
          std::move(id),
          category("data", "Data", {path("file", "", "File with the data")}),
          std::move(init),
          category("random", "Random numbers", {seed()}),
          output_arguments(),
          threads()};
}

}  // namespace autumn::cmdstan
