// This file collects what a page shows: beside the draws the explanation of their model, data
// beside replications, and draws of priors.
#include "engine/page.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/collected.h"
#include "engine/explain.h"
#include "engine/version.h"
#include "explain/explain.h"
#include "output/page/page.h"
#include "simulate/observed.h"
#include "simulate/simulate.h"

namespace autumn::engine {
namespace {

// Priors are drawn from where that takes a moment.
constexpr std::size_t kPriorDraws = 400, kMostPriorNumbers = 200'000;
constexpr std::string_view kReplicated[] = {"_rep", "_pred", "_tilde"};

// `y` with `y_rep`, if that has as many numbers, side by side.
std::optional<output::PredictiveCheck> check_of(const std::string& name,
                                                const trace::DataVariable& given,
                                                const std::vector<std::string>& columns) {
  if (given.numbers.size() < 2) return std::nullopt;
  for (const std::string_view ending : kReplicated) {
    const std::vector<std::string> wanted = element_names(name + std::string(ending), given.dims);
    const auto first = std::ranges::find(columns, wanted[0]);
    const bool fits = first != columns.end() &&
                      static_cast<std::size_t>(columns.end() - first) >= wanted.size() &&
                      std::equal(wanted.begin(), wanted.end(), first);
    if (!fits) continue;
    return output::PredictiveCheck{
        .name = name,
        .observed = given.numbers,
        .first_column = static_cast<std::size_t>(first - columns.begin())};
  }
  return std::nullopt;
}

std::vector<output::PredictiveCheck> checks_of(const PageSource& source,
                                               const std::vector<std::string>& columns) {
  std::vector<output::PredictiveCheck> checks;
  for (const auto& [name, variable] : source.data) {
    if (auto check = check_of(name, variable, columns)) checks.push_back(*std::move(check));
  }
  return checks;
}

// Of programs that have a generative reading; none of others.
std::vector<output::PriorDraws> priors_of(const PageSource& source) {
  if (source.program == nullptr || source.model == nullptr) return {};
  std::vector<output::PriorDraws> priors;
  for (const model::Variable& variable : source.model->variables) {
    for (std::string& column : element_names(variable.name, variable.dims))
      priors.push_back({std::move(column), {}});
  }
  if (priors.size() * kPriorDraws > kMostPriorNumbers) return {};
  const auto simulator = simulate::Simulator::create(source.program->syntax, source.data, 0);
  if (!simulator) return {};
  for (std::uint32_t k = 0; k < kPriorDraws; ++k) {
    const auto simulated = simulator.value()(k);
    if (!simulated) return {};
    std::size_t next = 0;
    for (const expr::Array& value : simulated.value().parameters) {
      for (const double x : value.numbers) priors[next++].draws.push_back(x);
    }
  }
  return priors;
}

Result<std::string> explanation_html(const PageSource& source) {
  if (source.model == nullptr) return std::string();
  const auto explanation = explain(*source.model, source.plan, source.data);
  if (!explanation) return explanation.error();
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

}  // namespace

Result<std::string> page_of(const AssuredRun& run, const Report& report, const PageSource& source) {
  Facts facts = facts_of(report.output);
  facts.emplace(facts.begin(), "seed", fmt::to_string(run.options.seed));
  auto collapse = explanation_html(source);
  if (!collapse) return collapse.error();
  output::Page page{.title = source.title,
                    .facts = std::move(facts),
                    .account = explainer::one_line(run.prepared.compressed, run.prepared.plan),
                    .collapse = std::move(collapse).value(),
                    .program = program_text(source),
                    .command = source.command,
                    .report = report.output,
                    .chains = {}};
  for (const ChainRun& chain : run.run.chains) page.chains.push_back(&chain.draws);
  page.checks = checks_of(source, page.chains[0]->names());
  page.priors = priors_of(source);
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
                    .command = source.command,
                    .report = report,
                    .chains = {}};
  for (const DrawTable& table : collected.value().tables) page.chains.push_back(&table);
  page.checks = checks_of(source, page.chains[0]->names());
  page.priors = priors_of(source);
  return to_html(page);
}

}  // namespace autumn::engine
