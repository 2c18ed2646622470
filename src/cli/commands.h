// This header declares the subcommands of `autumn`: options as given on the command line, and what
// runs them. Each returns the exit code.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "approximate/optimize.h"
#include "engine/approximations/pathfinder.h"
#include "engine/calibrate/sbc.h"
#include "engine/calibrate/simulation.h"
#include "engine/run.h"

namespace autumn::cli {

class Meeting;
struct Sharded;

// The exit code that shells give to programs ended by the signal that asked to stop: 130 for
// Ctrl-C.
[[nodiscard]] int interrupted_code();

// What a command may use up; nothing: as much as it likes.
struct ResourceLimits {
  std::optional<double> seconds = std::nullopt;
  std::optional<double> gigabytes = std::nullopt;
  std::optional<std::uint64_t> steps = std::nullopt;  // statements that are executed in a row
  // A program of a stranger: what is not given has a limit all the same.
  bool is_untrusted = false;
};

struct ProgramOptions {
  std::string model;
  std::string data;
  std::vector<std::string> include_paths;
  ResourceLimits limits = {};
};

// Instead of seconds between checkpoints.
inline constexpr const char* kNoCheckpoints = "none";

struct SampleOptions {
  std::vector<std::string> words;  // the command line, without the name of the executable
  ProgramOptions program;
  engine::RunOptions run;  // settings, chains, threads
  collapse::PlanOptions plan;
  std::optional<std::uint64_t> seed;
  std::string init = "2";  // a radius or a JSON file
  std::string output;      // a directory; empty: draws are summarised, not kept
  output::Format format = output::Format::kCsv;
  std::int32_t significant_digits = 8;  // in CSV files
  // To save, whatever the thin: the number a user asks for is the number of rows.
  std::int64_t draws = 1000;
  std::string thin = "1";  // transitions per saved draw: a number or "auto"
  std::vector<std::string> without_passes;
  bool force = false;
  std::string checkpoint;  // seconds between two, or none; empty: as seldom as costs nothing
  std::string summary_file;
  int refresh = 100;
  bool quiet = false;
  // The run is one that is there, and goes on.
  std::optional<engine::RunRecord> record = std::nullopt;
  // The variable that counts the rows of data that are divided over ranks; empty: none are.
  std::string shard;
  std::shared_ptr<Sharded> sharded = nullptr;  // their density
  // This process is one of several ranks; null: it is alone.
  std::shared_ptr<Meeting> meeting;
};

struct ResumeOptions {
  std::string directory;
  std::int64_t more = 0;   // draws to add to a finished run
  bool is_undone = false;  // or those that were being added go
  std::optional<std::uint32_t> threads;
  std::optional<std::uint32_t> threads_per_chain;
  bool quiet = false;
  std::shared_ptr<Meeting> meeting;  // as in SampleOptions
};

// What `autumn check` does beside checking, or instead of it.
enum class CheckTask : std::uint8_t {
  kCheck,
  kUpdate,     // write the program in the syntax of today
  kCanonical,  // print it in one canonical style
};

struct CheckOptions {
  ProgramOptions program;
  CheckTask task = CheckTask::kCheck;
  std::string output;               // where the updated program goes; empty: to stdout
  bool is_strict = false;           // refuse what Stan refuses
  bool is_pedantic = false;         // warn of what is likely a mistake
  bool warn_uninitialized = false;  // of variables that are read before they have a value
  bool self_test = false;           // the collapse law on this model and data
  collapse::PlanOptions plan;
  std::vector<std::string> without_passes;
};

enum class ExplainFormat : std::uint8_t { text, json, dot, svg };

struct ExplainOptions {
  ProgramOptions program;
  collapse::PlanOptions plan;
  ExplainFormat format = ExplainFormat::text;
  std::string stage;  // print the value after it instead; empty: the account
  std::vector<std::string> without_passes;
};

struct BenchOptions {
  ProgramOptions program;
  collapse::PlanOptions plan;
  std::vector<std::string> without_passes;
  bool json = false;
};

struct DensityOptions {
  ProgramOptions program;
  std::string at;  // a JSON file with values of the parameters
  bool is_collapsed = false;
  std::vector<std::string> without_passes;
};

struct SimulateOptions {
  ProgramOptions program;
  engine::SimulationFiles files;
  std::optional<std::uint64_t> seed;
};

struct SbcCommandOptions {
  ProgramOptions program;
  engine::SbcOptions sbc;
  std::optional<std::uint64_t> seed;
  std::string output;  // a directory; empty: a text only
  bool force = false;
  bool quiet = false;
};

struct GenerateOptions {
  ProgramOptions program;
  std::vector<std::string> draws;  // files
  std::string output;              // a directory
  std::optional<std::uint64_t> seed;
  std::int32_t significant_digits = 8;
  bool force = false;
};

struct CompileOptions {
  ProgramOptions program;
  std::string output;  // empty: the name of the program without its ending
  bool force = false;
};

// What the subcommands beside sampling have in common.
struct MethodCommand {
  ProgramOptions program;
  std::optional<std::uint64_t> seed;
  std::string init = "2";  // a radius or a JSON file
  std::string output;      // a CSV file; empty: rows are shown, not kept
  bool force = false;
  int refresh = 100;
  bool quiet = false;
};

struct OptimizeOptions {
  MethodCommand method;
  approximate::OptimizeSettings settings;
  density::Jacobian jacobian = density::Jacobian::kLeftOut;
  engine::SavedIterations saved = engine::SavedIterations::kLast;
};

struct LaplaceOptions {
  MethodCommand method;
  approximate::LaplaceSettings settings;
  density::Jacobian jacobian = density::Jacobian::kIncluded;
  std::string mode;  // a file; empty: it is found first
};

struct PathfinderCommandOptions {
  MethodCommand method;
  approximate::PathfinderSettings settings;
  std::uint32_t threads = 0;
};

struct VariationalOptions {
  MethodCommand method;
  approximate::VariationalSettings settings;
  std::optional<double> eta;  // without it the step size is adapted
};

struct DiagnoseOptions {
  MethodCommand method;
  double step = 1e-6;
  double limit = 1e-6;
};

// On a screen more is not read: files and JSON have all variables.
inline constexpr std::uint64_t kShownVariables = 200;

struct SummaryOptions {
  std::vector<std::string> files;
  std::vector<std::string> variables;  // the only ones; none: all
  std::uint64_t most = kShownVariables;
  std::uint64_t digits = 3;
  std::string percentiles;  // "5,50,95"; empty: these
  bool json = false;
};

struct ReportOptions {
  std::vector<std::string> files;
  ProgramOptions program;      // may be none
  collapse::PlanOptions plan;  // of the run, for what is said of the program
  std::string output = "report.html";
  bool force = false;
};

// What `autumn convert` makes: of draws, file by file, or of data, one file of all.
enum class ConvertTo : std::uint8_t { kCsv, kBinary, kData, kJson };

struct ConvertOptions {
  std::vector<std::string> files;
  ConvertTo to = ConvertTo::kCsv;
  std::string output;  // a directory, of data a file; empty: beside each file
  std::string rows;    // of data: what the number of rows of CSV files is called
  bool force = false;
};

[[nodiscard]] int run_sample(const SampleOptions& options);
[[nodiscard]] int run_resume(const ResumeOptions& options);
[[nodiscard]] int run_check(const CheckOptions& options);
[[nodiscard]] int run_explain(const ExplainOptions& options);
[[nodiscard]] int run_simulate(const SimulateOptions& options);
[[nodiscard]] int run_sbc(const SbcCommandOptions& options);
[[nodiscard]] int run_bench(const BenchOptions& options);
[[nodiscard]] int run_density(const DensityOptions& options);
[[nodiscard]] int run_generate(const GenerateOptions& options);
[[nodiscard]] int run_diagnose(const DiagnoseOptions& options);
[[nodiscard]] int run_compile(const CompileOptions& options);
[[nodiscard]] int run_cmdstan(const std::string& directory);
[[nodiscard]] int run_optimize(const OptimizeOptions& options);
[[nodiscard]] int run_laplace(const LaplaceOptions& options);
[[nodiscard]] int run_pathfinder(const PathfinderCommandOptions& options);
[[nodiscard]] int run_variational(const VariationalOptions& options);
[[nodiscard]] int run_summary(const SummaryOptions& options);
[[nodiscard]] int run_report(const ReportOptions& options);
[[nodiscard]] int run_convert(const ConvertOptions& options);
[[nodiscard]] int convert_data(const ConvertOptions& options);

}  // namespace autumn::cli
