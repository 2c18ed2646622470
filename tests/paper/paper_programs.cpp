// This file has the table of the paper's programs, and runs them.
#include "paper/paper_programs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>
#include <stdexcept>

#include "engine/load.h"

namespace autumn::paper_test {
namespace {

constexpr Case kAsWritten[] = {
    {"EightSchools", "eight_schools", "eight_schools", 10, 1},
    {"Baseball1970", "binary_trials", "baseball_1970", 20, 2},
    {"RatTumours", "binary_trials", "rat_tumors", 73, 2},
    {"Baseball1996", "binary_trials", "baseball_1996_al", 310, 2},
    {"ElectricSimplified", "electric_simplified", "electric_simplified", 5, 1},
    {"ElectricCompany", "electric_company", "electric_company", 108, 4},
    {"Fibrosis", "fibrosis", "fibrosis_simulated", 351, 3},
    {"OneParent", "one_parent", "one_parent", 2, 1},
};

constexpr Case kNonCentred[] = {
    {"EightSchools", "eight_schools_noncentred", "eight_schools", 10, 1},
    {"ElectricCompany", "electric_company_noncentred", "electric_company", 108, 4},
    {"Fibrosis", "fibrosis_noncentred", "fibrosis_simulated", 351, 3},
};

// What is left in them for us: the means, where the program still has them in normal factors.
constexpr Case kByHand[] = {
    {"EightSchools", "eight_schools_by_hand", "eight_schools", 2, 1},
    {"Baseball1970", "binary_trials_by_hand", "baseball_1970", 2, 2},
    {"RatTumours", "binary_trials_by_hand", "rat_tumors", 2, 2},
    {"Baseball1996", "binary_trials_by_hand", "baseball_1996_al", 2, 2},
    {"ElectricCompany", "electric_company_by_hand", "electric_company", 12, 4},
    {"Fibrosis", "fibrosis_by_hand", "fibrosis_simulated", 5, 5},
};

[[noreturn]] void give_up(const std::string& text) {
  throw std::runtime_error(text);
}

bool is_compared(const std::string& name) {
  return name != "lp__" && name != "kappa";
}

}  // namespace

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.program << " on " << c.data;
}

std::span<const Case> as_written() {
  return kAsWritten;
}
std::span<const Case> non_centred() {
  return kNonCentred;
}
std::span<const Case> by_hand() {
  return kByHand;
}

const Case& case_named(std::span<const Case> cases, std::string_view name) {
  const auto found = std::ranges::find(cases, name, &Case::name);
  if (found == cases.end()) give_up(fmt::format("there is no case {}", name));
  return *found;
}

std::string data_path(const Case& c) {
  return fmt::format("{}/paper/data/{}.json", AUTUMN_MODELS, c.data);
}

trace::Traced traced(const Case& c) {
  const auto program =
      engine::load_program(fmt::format("{}/paper/{}.stan", AUTUMN_MODELS, c.program), {});
  if (const auto* error = std::get_if<engine::LoadError>(&program)) give_up(error->text);
  auto model = engine::load_model(std::get<engine::LoadedProgram>(program), data_path(c));
  if (const auto* error = std::get_if<engine::LoadError>(&model)) give_up(error->text);
  return std::get<trace::Traced>(std::move(model));
}

engine::Prepared prepared(const Case& c, const collapse::PlanOptions& options) {
  auto ready = engine::prepare(traced(c), options);
  if (!ready) give_up(to_text(ready.error()));
  return std::move(ready).value();
}

engine::Report sampled(const engine::Prepared& prepared, const Length& length) {
  engine::RunOptions options;
  options.chains = 1;
  options.seed = length.seed;
  options.settings.warmup = length.warmup;
  options.settings.draws = length.draws;
  options.settings.adapt_delta = length.adapt_delta;
  const auto run = engine::run(prepared, options);
  if (!run) give_up(to_text(run.error()));
  return engine::report(prepared, options, run.value());
}

Agreement compare(const output::Summary& x, const output::Summary& y) {
  std::map<std::string, output::VariableSummary> others;
  for (const output::VariableSummary& v : y.variables) others[v.name] = v;
  Agreement agreement;
  for (const output::VariableSummary& v : x.variables) {
    if (!is_compared(v.name) || !others.contains(v.name)) continue;
    ++agreement.compared;
    const output::VariableSummary& other = others[v.name];
    const double off = std::abs(v.mean - other.mean) / std::hypot(v.mcse, other.mcse);
    // Written so that NaN disagrees.
    if (!(off <= 5.0)) {
      agreement.disagreements.push_back(
          fmt::format("{}: {:.5g} and {:.5g}, {:.1f} errors", v.name, v.mean, other.mean, off));
    }
  }
  return agreement;
}

}  // namespace autumn::paper_test
