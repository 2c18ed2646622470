// This file collects what a page shows: beside the draws the explanation of their model, and what
// can be simulated.
#include "engine/page.h"

#include <fmt/format.h>

#include "engine/collected.h"
#include "engine/explain.h"
#include "engine/pages/priors.h"
#include "engine/pages/replications.h"
#include "engine/version.h"
#include "explain/explain.h"
#include "output/page/page.h"

namespace autumn::engine {
namespace {

// What draws its data, of a program and of a model that is none.
std::optional<simulate::Source> simulated(const PageSource& source) {
  if (source.simulated || source.program == nullptr || source.model == nullptr) {
    return source.simulated;
  }
  return simulate::source_of(source.program->syntax, 0);
}

// What draws say beside data and priors.
void add_simulated(output::Page& page, const PageSource& source) {
  const auto from = simulated(source);
  page.checks = predictive_checks(
      {.data = source.data, .chains = page.chains, .source = from ? &*from : nullptr});
  if (from && source.model != nullptr) {
    page.priors = prior_draws(*from, *source.model, source.data);
  }
}

std::string explanation_html(const AssuredRun& run, const PageSource& source) {
  explainer::Explanation explanation = explain_run(run.prepared, source.data);
  if (run.worth) explanation.choice = to_text(*run.worth);
  if (run.withdrawal) explanation.choice = to_text(*run.withdrawal);
  return to_html(explanation);
}

// Of files, the plan that a run with these options takes; its coordinates nobody knows.
Result<std::string> explanation_html(const PageSource& source) {
  if (source.model == nullptr) return std::string();
  auto explanation = explain(*source.model, source.plan, source.data);
  if (!explanation) return explanation.error();
  explanation.value().coordinates.clear();
  return to_html(explanation.value());
}

using Facts = std::vector<std::pair<std::string, std::string>>;

Facts facts_of(const output::RunReport& report) {
  const output::Summary& summary = report.summary;
  Facts facts{{"chains", fmt::to_string(summary.chains)},
              {"draws of each", fmt::to_string(summary.draws_per_chain)},
              {"thin", fmt::to_string(report.thin)}};
  std::size_t divergences = 0;
  for (const output::ChainStatistics& chain : report.chains) divergences += chain.divergences;
  facts.emplace_back("divergent transitions", fmt::to_string(divergences));
  if (report.gradients) facts.emplace_back("gradients", fmt::to_string(*report.gradients));
  facts.emplace_back("Autumn", kVersion);
  return facts;
}

std::string program_text(const PageSource& source) {
  return source.program == nullptr ? std::string() : source.program->sources->file(0).text;
}

std::string command_of(const PageSource& source, const CollectedRun& collected) {
  constexpr std::size_t kUsualChains = 4;
  if (source.command.empty()) return {};
  const std::size_t chains = collected.tables.size();
  const std::string many = chains == kUsualChains ? "" : fmt::format(" --chains {}", chains);
  return source.command + many + collected.options;
}

}  // namespace

Result<std::string> page_of(const AssuredRun& run, const Report& report, const PageSource& source) {
  Facts facts = facts_of(report.output);
  facts.emplace(facts.begin(), "seed", fmt::to_string(run.options.seed));
  output::Page page{.title = source.title,
                    .facts = std::move(facts),
                    .account = explainer::one_line(run.prepared.compressed, run.prepared.plan),
                    .collapse = explanation_html(run, source),
                    .program = program_text(source),
                    .command = source.command,
                    .report = report.output,
                    .chains = {}};
  for (const ChainRun& chain : run.run.chains) page.chains.push_back(&chain.draws);
  add_simulated(page, source);
  return to_html(page);
}

Result<std::string> page_of_files(std::span<const std::string> files, const PageSource& source) {
  const auto collected = collect(files);
  if (!collected) return collected.error();
  const output::RunReport& report = collected.value().report;
  auto collapse = explanation_html(source);
  if (!collapse) return collapse.error();
  output::Page page{.title = source.title,
                    .facts = facts_of(report),
                    .account = {},
                    .collapse = std::move(collapse).value(),
                    .program = program_text(source),
                    .command = command_of(source, collected.value()),
                    .report = report,
                    .chains = {}};
  for (const DrawTable& table : collected.value().tables) page.chains.push_back(&table);
  add_simulated(page, source);
  return to_html(page);
}

}  // namespace autumn::engine
