// This file writes sampled coordinates as they come.
#include "cmdstan/latent_files.h"

#include <cmath>

namespace autumn::cmdstan {

LatentFiles::LatentFiles(const Session& session, const engine::Prepared& prepared,
                         const std::vector<std::string>& paths)
    : coordinates_(engine::stan_coordinates(prepared)) {
  std::vector<std::string> columns{"lp__",         "accept_stat__", "stepsize__", "treedepth__",
                                   "n_leapfrog__", "divergent__",   "energy__"};
  for (const char* prefix : {"", "p_", "g_"}) {
    for (const std::string& name : coordinates_.names) columns.push_back(prefix + name);
  }
  for (const std::string& path : paths) {
    auto writer = output::create_writer(output::Format::kCsv, path);
    Chain chain;
    if (writer) {
      chain.writer = std::move(writer).value();
      (void)chain.writer->write_head(
          {.comments = head_comments(session, {}),
           .columns = columns,
           .precision = static_cast<int>(integer_of(session.arguments, "output.sig_figs"))});
    }
    chain.density = std::make_unique<engine::EvaluatedDensity>(prepared);
    chain.gradient.resize(prepared.dimension);
    chains_.push_back(std::move(chain));
  }
}

void LatentFiles::add(std::uint32_t chain_number, const sampler::Draw& draw) {
  Chain& chain = chains_[chain_number];
  if (!chain.writer) return;
  const sampler::Statistics& s = draw.statistics;
  std::vector<double> row{s.lp,
                          s.accept_stat,
                          s.stepsize,
                          static_cast<double>(s.treedepth),
                          static_cast<double>(s.n_leapfrog),
                          s.divergent ? 1.0 : 0.0,
                          s.energy};
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
