// This file defines the flags of the subcommands beside sampling.
#include "cli/flags.h"

namespace autumn::cli {
namespace {

// What all of them have.
void add_method(CLI::App* command, MethodCommand& method, const std::string& file_text) {
  add_program(command, method.program);
  command->add_option("--output", method.output, file_text)->type_name("FILE");
  command->add_flag("--force", method.force, "Replace a file that is there");
  command->add_option("--seed", method.seed, "Seed (random)")
      ->type_name("N")
      ->check(whole_number(0));
  command->add_option("--init", method.init, "Radius of initial points (2), or a JSON file")
      ->type_name("R|FILE");
  command->add_option("--refresh", method.refresh, "Iterations between progress lines (100)")
      ->type_name("N")
      ->check(count(0));
  command->add_flag("--quiet", method.quiet, "Print nothing but errors");
}

void add_count(CLI::App* command, const std::string& name, std::size_t& value,
               const std::string& text) {
  command->add_option(name, value, text)->type_name("N")->check(count(1));
}

void add_number(CLI::App* command, const std::string& name, double& value,
                const std::string& text) {
  command->add_option(name, value, text)->type_name("X")->check(number());
}

void add_tolerances(CLI::App* command, approximate::OptimizeSettings& s) {
  add_number(command, "--init-alpha", s.init_alpha, "First step of the line search (0.001)");
  add_number(command, "--tol-obj", s.tol_obj, "Least change of the log density (1e-12)");
  add_number(command, "--tol-rel-obj", s.tol_rel_obj,
             "The same, relative, in units of rounding (1e4)");
  add_number(command, "--tol-grad", s.tol_grad, "Least norm of the gradient (1e-8)");
  add_number(command, "--tol-rel-grad", s.tol_rel_grad,
             "The same, relative, in units of rounding (1e7)");
  add_number(command, "--tol-param", s.tol_param, "Least change of the parameters (1e-8)");
  add_count(command, "--history-size", s.history_size, "Changes that L-BFGS remembers (5)");
}

}  // namespace

CLI::App* add_optimize(CLI::App& app, OptimizeOptions& options) {
  static const std::map<std::string, approximate::Algorithm> kAlgorithms{
      {"lbfgs", approximate::Algorithm::kLbfgs},
      {"bfgs", approximate::Algorithm::kBfgs},
      {"newton", approximate::Algorithm::kNewton}};
  CLI::App* command = app.add_subcommand("optimize", "Find the mode of the posterior");
  add_method(command, options.method, "CSV file for the mode");
  command->add_option("--algorithm", options.settings.algorithm, "lbfgs, bfgs or newton (lbfgs)")
      ->transform(one_of(kAlgorithms))
      ->type_name("NAME");
  command->add_flag_callback(
      "--jacobian", [&options] { options.jacobian = density::Jacobian::kIncluded; },
      "The mode on the unconstrained scale, not on the declared one");
  add_count(command, "--iterations", options.settings.iter, "Most iterations (2000)");
  command->add_flag_callback(
      "--save-iterations", [&options] { options.saved = engine::SavedIterations::kAll; },
      "Write a row for every iteration");
  add_tolerances(command, options.settings);
  return command;
}

CLI::App* add_laplace(CLI::App& app, LaplaceOptions& options) {
  CLI::App* command =
      app.add_subcommand("laplace", "Draw from the normal approximation at the mode");
  add_method(command, options.method, "CSV file for the draws");
  command
      ->add_option("--mode", options.mode,
                   "CSV file of `autumn optimize --jacobian`, or JSON; it is found otherwise")
      ->type_name("FILE");
  add_count(command, "--draws", options.settings.draws, "Draws (1000)");
  command->add_flag_callback(
      "--no-jacobian", [&options] { options.jacobian = density::Jacobian::kLeftOut; },
      "Approximate the density on the declared scale");
  return command;
}

CLI::App* add_pathfinder(CLI::App& app, PathfinderCommandOptions& options) {
  approximate::PathfinderSettings& s = options.settings;
  CLI::App* command = app.add_subcommand(
      "pathfinder", "Draw from normal approximations on the way to the mode, resampled");
  add_method(command, options.method, "CSV file for the draws");
  add_count(command, "--paths", s.num_paths, "Paths (4)");
  add_count(command, "--draws", s.num_psis_draws, "Draws after resampling (1000)");
  add_count(command, "--path-draws", s.num_draws, "Draws of each path (1000)");
  add_count(command, "--elbo-draws", s.num_elbo_draws, "Draws to compare approximations (25)");
  add_count(command, "--iterations", s.lbfgs.iter, "Most iterations of a path (1000)");
  command->add_flag_callback(
      "--no-resampling", [&s] { s.psis_resample = false; }, "Keep all draws of all paths");
  command->add_option("--threads", options.threads, "Threads (all)")
      ->type_name("N")
      ->check(count(0));
  add_tolerances(command, s.lbfgs);
  return command;
}

CLI::App* add_variational(CLI::App& app, VariationalOptions& options) {
  static const std::map<std::string, approximate::Family> kFamilies{
      {"meanfield", approximate::Family::kMeanField}, {"fullrank", approximate::Family::kFullRank}};
  approximate::VariationalSettings& s = options.settings;
  CLI::App* command = app.add_subcommand("variational", "Fit a normal distribution (ADVI)");
  add_method(command, options.method, "CSV file for the mean and the draws");
  command->add_option("--algorithm", s.family, "meanfield or fullrank (meanfield)")
      ->transform(one_of(kFamilies))
      ->type_name("NAME");
  add_count(command, "--iterations", s.iter, "Most iterations (10000)");
  add_count(command, "--grad-samples", s.grad_samples, "Draws for a gradient (1)");
  add_count(command, "--elbo-samples", s.elbo_samples, "Draws for the ELBO (100)");
  command->add_option("--eta", options.eta, "Step size (it is adapted)")
      ->type_name("X")
      ->check(number());
  add_count(command, "--adapt-iterations", s.adapt_iter, "Iterations to try a step size (50)");
  add_number(command, "--tol-rel-obj", s.tol_rel_obj, "Least relative change of the ELBO (0.01)");
  add_count(command, "--eval-elbo", s.eval_elbo, "Iterations between looks at the ELBO (100)");
  add_count(command, "--draws", s.output_samples, "Draws (1000)");
  return command;
}

}  // namespace autumn::cli
