// This program is the fuzzer of command lines: any words, one per line, are understood or are a
// mistake with a message, by `autumn`, by a compiled program and by stansummary; so is any record
// of a run. Nothing is run. Built by tools/fuzz with clang's libFuzzer.
#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "cli/flags.h"
#include "cli/mistakes.h"
#include "cmdstan/arguments/parse.h"
#include "cmdstan/arguments/text.h"
#include "cmdstan/summary_request.h"
#include "engine/checkpoint/run_record.h"
#include "output/report/summary.h"

namespace {

using namespace autumn;

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) words.push_back(line);
  return words;
}

void parse_ours(const std::vector<std::string>& words) {
  CLI::App app{"autumn"};
  app.require_subcommand(0, 1);
  cli::SampleOptions sample;
  cli::ResumeOptions resume, extend;
  cli::CheckOptions check;
  cli::ExplainOptions explain;
  cli::SbcCommandOptions sbc;
  cli::OptimizeOptions optimize;
  cli::PathfinderCommandOptions pathfinder;
  cli::add_sample(app, sample);
  cli::add_resume(app, resume);
  cli::add_extend(app, extend);
  cli::add_check(app, check);
  cli::add_explain(app, explain);
  cli::add_sbc(app, sbc);
  cli::add_optimize(app, optimize);
  cli::add_pathfinder(app, pathfinder);
  std::vector<const char*> given{"autumn"};
  for (const std::string& word : words) given.push_back(word.c_str());
  try {
    app.parse(static_cast<int>(given.size()), given.data());
  } catch (const CLI::Success&) {
  } catch (const CLI::ParseError& error) {
    if (to_text(cli::mistake_of(app, error)).empty()) std::abort();
  }
}

void parse_cmdstan(const std::vector<std::string>& words) {
  const cmdstan::Parsed parsed = cmdstan::parse("model", words);
  const bool is_mistake = parsed.outcome == cmdstan::ParseOutcome::kMistake;
  if (is_mistake && parsed.mistakes.empty() && parsed.help.empty()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(bytes + 1), size - 1);  // NOLINT
  if (text.find('\0') != std::string::npos) return 0;                          // no word has one
  switch (bytes[0]) {
    case 'a': parse_ours(words_of(text)); break;
    case 'c': parse_cmdstan(words_of(text)); break;
    case 's': (void)cmdstan::parse_summary(words_of(text)); break;
    case 'p': (void)output::parse_percentiles(text); break;
    case 'r':
      if (const auto record = engine::parse_record(text, "run.json")) {
        if (engine::parse_record(to_text(record.value()), "again").value() != record.value()) {
          std::abort();
        }
      }
      break;
    default: break;
  }
  return 0;
}
