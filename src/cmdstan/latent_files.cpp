// This file writes sampled coordinates as they come.
#include "cmdstan/latent_files.h"

#include <cmath>

namespace autumn::cmdstan {

namespace {

double number_of(const sampler::Statistics& s, std::string_view column, double integration_time) {
  if (column == "lp__") return s.lp;
  if (column == "accept_stat__") return s.accept_stat;
  if (column == "stepsize__") return s.stepsize;
  if (column == "treedepth__") return s.treedepth;
  if (column == "n_leapfrog__") return static_cast<double>(s.n_leapfrog);
  if (column == "divergent__") return s.divergent ? 1.0 : 0.0;
  if (column == "int_time__") return integration_time;
  return s.energy;
}

}  // namespace

LatentFiles::LatentFiles(const engine::Prepared& prepared, const engine::RunOptions& options)
    : coordinates_(engine::stan_coordinates(prepared)),
      method_columns_(engine::sampler_columns(options)),
      integration_time_(options.settings.integration_time) {
  std::erase(method_columns_, "lp_joint__");
}

Result<std::shared_ptr<LatentFiles>> LatentFiles::open(const Session& session,
                                                       const engine::Prepared& prepared,
                                                       const engine::RunOptions& options,
                                                       const std::vector<std::string>& paths) {
  std::shared_ptr<LatentFiles> files(new LatentFiles(prepared, options));
  std::vector<std::string> columns = files->method_columns_;
  for (const char* prefix : {"", "p_", "g_"}) {
    for (const std::string& name : files->coordinates_.names) columns.push_back(prefix + name);
  }
  for (const std::string& path : paths) {
    auto writer = output::create_writer(output::Format::kCsv, path);
    if (!writer) return writer.error();
    Chain chain;
    chain.writer = std::move(writer).value();
    const Status begun = chain.writer->write_head(
        {.comments = head_comments(session, {}),
         .columns = columns,
         .precision = static_cast<int>(integer_of(session.arguments, "output.sig_figs"))});
    if (!begun) return begun.error();
    chain.density = std::make_unique<engine::EvaluatedDensity>(prepared);
    chain.gradient.resize(prepared.dimension);
    files->chains_.push_back(std::move(chain));
  }
  return files;
}

Status LatentFiles::close() {
  Status first = Done{};
  for (Chain& chain : chains_) {
    const Status closed = chain.has_rows ? chain.writer->close() : Status(Done{});
    if (first && !closed) first = closed;
    chain.writer.reset();
  }
  return first;
}

void LatentFiles::add(std::uint32_t chain_number, const sampler::Draw& draw) {
  Chain& chain = chains_[chain_number];
  chain.has_rows = true;
  (void)chain.writer->take_place();  // there is something to show
  std::vector<double> row;
  for (const std::string& column : method_columns_) {
    row.push_back(number_of(draw.statistics, column, integration_time_));
  }
  (void)chain.density->evaluate(draw.position, chain.gradient);
  const auto append = [&](const std::vector<double>& numbers) {
    row.insert(row.end(), numbers.begin(), numbers.end());
  };
  append(engine::in_stan_order(coordinates_, draw.position));
  row.insert(row.end(), draw.position.size(), NAN);
  append(engine::in_stan_order(coordinates_, chain.gradient));
  (void)chain.writer->append(row);
}

}  // namespace autumn::cmdstan
