// This file goes from the words of a command line to a method, with CmdStan's checks in CmdStan's
// order.
#include "cmdstan/command.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <map>
#include <random>
#include <regex>

#include "base/printable.h"
#include "base/words.h"
#include "cmdstan/arguments/parse.h"
#include "cmdstan/arguments/text.h"
#include "cmdstan/methods.h"
#include "engine/environment.h"
#include "output/files/replacement.h"
#include "output/files/run_configuration.h"
#include "output/files/text_files.h"

namespace autumn::cmdstan {
namespace {

void say_info(const EmbeddedProgram& program) {
  const output::StanLevel level = output::kStanLevel;
  say(fmt::format("stan_version_major = {}\nstan_version_minor = {}\nstan_version_patch = {}",
                  level.major, level.minor, level.patch));
  for (const char* name :
       {"STAN_THREADS", "STAN_MPI", "STAN_OPENCL", "STAN_NO_RANGE_CHECKS", "STAN_CPP_OPTIMS"}) {
    const bool is_set = std::ranges::find(program.defines, name) != program.defines.end();
    say(fmt::format("{}={}", name, is_set));
  }
}

std::uint64_t seed_of(const Arguments& arguments) {
  const std::int64_t given = integer_of(arguments, "random.seed");
  return given >= 0 ? static_cast<std::uint64_t>(given) : std::random_device{}();
}

std::uint32_t chains_of(const Arguments& a) {
  const std::string method = choice_of(a, "method");
  if (method == "sample") return static_cast<std::uint32_t>(integer_of(a, "sample.num_chains"));
  if (method == "pathfinder") {
    return static_cast<std::uint32_t>(integer_of(a, "pathfinder.num_paths"));
  }
  if (method == "generate_quantities") {
    return static_cast<std::uint32_t>(integer_of(a, "generate_quantities.num_chains"));
  }
  return 1;
}

bool is_whole_number(std::string_view text) {
  int number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  return code == std::errc{} && end == text.data() + text.size() && (number > 0 || number == -1);
}

// Where a mistake in the arguments together is told; empty if there is none.
std::string conflict_in(const Arguments& a) {
  const char* threads = std::getenv("STAN_NUM_THREADS");
  const std::string given = text_of(a, "num_threads");
  if (threads != nullptr && !is_whole_number(threads)) {
    return fmt::format("STAN_NUM_THREADS={} is no number of threads", threads);
  }
  if (threads != nullptr && given != threads && std::string_view(threads) != "1") {
    return fmt::format(
        "STAN_NUM_THREADS= {} but argument num_threads= {}. Please either only set "
        "one or make sure they are equal.",
        threads, given);
  }
  if (choice_of(a, "method") == "sample" && choice_of(a, "sample.algorithm") == "hmc" &&
      choice_of(a, "sample.algorithm.hmc.engine") == "static" && chains_of(a) > 1) {
    return "Argument 'num_chains' is unavailable for the 'static' HMC engine.";
  }
  return "";
}

// cmdstanpy 1.3 gives a dense metric without naming its kind.
void follow_metric_file(Arguments& a) {
  if (choice_of(a, "method") != "sample" || choice_of(a, "sample.algorithm") != "hmc") return;
  Argument& metric = find(a, "sample.algorithm.hmc.metric");
  const std::string file = text_of(a, "sample.algorithm.hmc.metric_file");
  if (!is_default(metric) || !file.ends_with(".json")) return;
  const auto text = stan::read_text_file(file.substr(0, file.find(',')));
  static const std::regex kRows("\"inv_metric\"\\s*:\\s*\\[\\s*\\[");
  if (!text || !std::regex_search(text.value(), kRows)) return;
  const auto dense = std::ranges::find(metric.children, "dense_e", &Argument::name);
  metric.chosen = static_cast<std::size_t>(dense - metric.children.begin());
}

bool is_ill_formed(const std::string& file) {
  return file == "." || file.ends_with('/') || file.ends_with("..") || file.ends_with("/.");
}

std::string input_of(const Arguments& a) {
  const std::map<std::string, std::string> kInputs{
      {"generate_quantities", "generate_quantities.fitted_params"},
      {"laplace", "laplace.mode"},
      {"log_prob", "log_prob.constrained_params"}};
  const auto found = kInputs.find(choice_of(a, "method"));
  return found == kInputs.end() ? "" : found->second;
}

// An output without an ending gets one.
bool is_input(const std::string& input, std::string output) {
  if (input.empty()) return false;
  if (!std::filesystem::path(output).has_extension()) output += ".csv";
  return output::is_same_file(input, output);
}

// Pathfinder has one file for all of its paths.
bool writes_per_chain(const Arguments& a) {
  return choice_of(a, "method") != "pathfinder";
}

// A list of files has one for each chain, and an output is written by one chain only.
std::string mistake_in_list(const Arguments& a, const std::string& path, bool is_output) {
  const std::string names = text_of(a, path);
  if (names.find(',') == std::string::npos) return "";
  std::vector<std::string> files = split_at_commas(names);
  const std::string_view name = std::string_view(path).substr(path.rfind('.') + 1);
  if (files.size() != chains_of(a)) {
    return fmt::format("{} is a list of {}, but there {}: one file each is needed", name,
                       counted(files.size(), "file"), are_counted(chains_of(a), "chain"));
  }
  std::ranges::sort(files);
  const auto twice = std::ranges::adjacent_find(files);
  if (!is_output || twice == files.end()) return "";
  return fmt::format("{} names the file {} twice", name, *twice);
}

std::string mistake_in_lists(const Arguments& a) {
  for (const char* path : {"output.file", "output.diagnostic_file"}) {
    if (std::string found = mistake_in_list(a, path, true); !found.empty()) return found;
  }
  if (std::string found = mistake_in_list(a, "init", false); !found.empty()) return found;
  const bool is_hmc =
      choice_of(a, "method") == "sample" && choice_of(a, "sample.algorithm") == "hmc";
  if (is_hmc) return mistake_in_list(a, "sample.algorithm.hmc.metric_file", false);
  const bool generates = choice_of(a, "method") == "generate_quantities";
  return generates ? mistake_in_list(a, "generate_quantities.fitted_params", false) : "";
}

std::string mistake_in_files(const Arguments& a) {
  if (std::string found = mistake_in_lists(a); !found.empty()) return found;
  const std::string output = text_of(a, "output.file");
  if (output.empty()) return "The name of the output file is empty";
  for (const std::string& name : {output, text_of(a, "output.diagnostic_file")}) {
    if (is_ill_formed(name)) return "Ill-formed output filename " + name;
    if (chains_of(a) > 1 && writes_per_chain(a) && is_device(name)) {
      return fmt::format("{} is no file, and cannot have the output of several chains", name);
    }
  }
  const std::string path = input_of(a);
  if (path.empty() || !is_input(text_of(a, path), output)) return "";
  return fmt::format(
      "Filename conflict, {} file {} and output file names are identical, must be "
      "different.",
      path.substr(path.find('.') + 1), output);
}

// Whatever is written, what this process reads stays: other files are replaced, as by CmdStan.
Status check_files(const Session& session) {
  const std::string profile = text_of(session.arguments, "output.profile_file");
  const bool has_profile = !is_default(find(session.arguments, "output.profile_file"));
  const Status status = output::check_outputs(inputs_of(session), outputs_of(session));
  return status && has_profile ? output::check_writable(profile) : status;
}

using Method = ExitCode (*)(const Session&);

ExitCode run_method(const Session& session) {
  static const std::map<std::string, Method> kMethods{
      {"sample", sample},           {"optimize", optimize},
      {"laplace", laplace},         {"pathfinder", pathfinder},
      {"variational", variational}, {"generate_quantities", generate_quantities},
      {"log_prob", log_prob},       {"diagnose", diagnose}};
  return kMethods.at(session.method())(session);
}

// Where Stan's own numbers are asked for, the density is Stan's to the digit: these methods leave
// out the constants that `~` drops, while the ELBO and the `lp__` of variational inference and
// Pathfinder have them. Draws need no constants left out, which takes time.
trace::Constants constants_for(const std::string& method) {
  const bool drops =
      method == "optimize" || method == "laplace" || method == "log_prob" || method == "diagnose";
  return drops ? trace::Constants::kDropped : trace::Constants::kKept;
}

// What is found while tracing, Stan finds where a chain begins.
bool is_of_density(const Session& session, const SourceRange& where) {
  const stan::Program& program = *session.program.syntax;
  for (const stan::Statements* block : {&program.transformed_parameters, &program.model}) {
    if (block->empty()) continue;
    const std::uint32_t first = block->front().where.line, last = block->back().where.line;
    if (where.line >= first && where.line <= last) return true;
  }
  return false;
}

// Reads program and data; the exit code if that failed.
std::optional<ExitCode> load(Session& session) {
  auto program = engine::load_program(session.embedded.texts[0], includes_of(session.embedded));
  if (const auto* error = std::get_if<engine::LoadError>(&program)) return fail(error->text);
  session.program = std::get<engine::LoadedProgram>(std::move(program));
  trace::Data data;
  const std::string file = text_of(session.arguments, "data.file");
  if (!file.empty()) {
    auto read = read_values(file);
    if (!read) return fail(read.error());
    data = std::move(read).value();
  }
  auto traced = engine::trace_model(
      session.program, std::move(data),
      {.print = [](const std::string& text) { say(text); },
       .seed = session.seed,
       .constants = constants_for(session.method())},
      session.method() == "sample" ? engine::IdleData::kKept : engine::IdleData::kDropped);
  if (!traced) {
    if (is_of_density(session, traced.error().where)) {
      say("Rejecting initial value:\n"
          "  Error evaluating the log probability at the initial value.");
    }
    const ExitCode code = fail(session, traced.error());
    return is_of_density(session, traced.error().where) ? fail("Initialization failed.") : code;
  }
  session.traced = std::move(traced).value();
  return std::nullopt;
}

Status write_config(const Session& session) {
  if (!truth_of(session.arguments, "output.save_cmdstan_config")) return Done{};
  const std::string file = text_of(session.arguments, "output.file");
  const std::string first = file.substr(0, file.find(','));
  return output::write_text(without_ending(first) + "_config.json", config_json(session));
}

}  // namespace

int run_command(const EmbeddedProgram& program, const std::string& executable,
                std::span<const std::string> words) {
  Parsed parsed = parse(executable, words);
  std::fputs(printable(parsed.mistakes).c_str(), stderr);
  std::fputs(parsed.help.c_str(), stdout);
  switch (parsed.outcome) {
    case ParseOutcome::kHelp: return 0;
    case ParseOutcome::kInfo: say_info(program); return 0;
    case ParseOutcome::kUsage:
    case ParseOutcome::kMistake: return 1;
    case ParseOutcome::kRun: break;
  }
  if (const Status status = engine::check_environment(); !status) return fail(status.error());
  for (const std::string& mistake :
       {conflict_in(parsed.arguments), mistake_in_files(parsed.arguments)}) {
    if (!mistake.empty()) return fail(mistake);
  }
  follow_metric_file(parsed.arguments);
  Session session{.embedded = program, .arguments = std::move(parsed.arguments)};
  session.seed = seed_of(session.arguments);
  session.id = static_cast<std::uint32_t>(integer_of(session.arguments, "id"));
  session.chains = chains_of(session.arguments);
  session.start = fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", fmt::gmtime(std::time(nullptr)));
  say(tree_text(session.arguments, "", std::to_string(session.seed)));
  if (const Status status = check_files(session); !status) return fail(status.error());
  if (const auto code = load(session)) return *code;
  if (const Status status = write_config(session); !status) return fail(status.error());
  return run_method(session);
}

}  // namespace autumn::cmdstan
