// This file writes the account of a run as JSON.
#include "output/report/report_json.h"

#include <fmt/format.h>

#include <cmath>

#include "output/files/json_text.h"

namespace autumn::output {
namespace {

void write_percentiles(JsonWriter& writer, const std::vector<double>& percentiles,
                       const VariableSummary& v) {
  write_key(writer, "percentiles");
  writer.StartObject();
  for (std::size_t k = 0; k < percentiles.size(); ++k) {
    write_field(writer, fmt::format("{}", percentiles[k]).c_str(), v.percentiles[k]);
  }
  writer.EndObject();
}

void write_variable(JsonWriter& writer, const std::vector<double>& percentiles,
                    const VariableSummary& v) {
  writer.StartObject();
  write_key(writer, "name");
  write_string(writer, v.name);
  write_field(writer, "mean", v.mean);
  write_field(writer, "mcse", v.mcse);
  write_field(writer, "sd", v.sd);
  write_field(writer, "q5", v.q5);
  write_field(writer, "q50", v.q50);
  write_field(writer, "q95", v.q95);
  if (!percentiles.empty()) write_percentiles(writer, percentiles, v);
  write_field(writer, "ess_bulk", v.ess_bulk);
  write_field(writer, "ess_tail", v.ess_tail);
  write_field(writer, "rhat", v.rhat);
  writer.EndObject();
}

void write_chain(JsonWriter& writer, const ChainStatistics& chain) {
  writer.StartObject();
  write_count(writer, "draws", chain.draws);
  write_count(writer, "divergences", chain.divergences);
  write_count(writer, "max_treedepth_hits", chain.max_treedepth_hits);
  write_count(writer, "leapfrog_steps", chain.leapfrog_steps);
  write_field(writer, "mean_accept_stat", chain.mean_accept_stat);
  write_field(writer, "stepsize", chain.stepsize);
  write_field(writer, "ebfmi", chain.ebfmi);
  writer.EndObject();
}

void write_sampler(JsonWriter& writer, const RunReport& report) {
  std::uint64_t divergences = 0;
  std::uint64_t depth_hits = 0;
  for (const ChainStatistics& chain : report.chains) {
    divergences += chain.divergences;
    depth_hits += chain.max_treedepth_hits;
  }
  writer.StartObject();
  write_count(writer, "chains", report.summary.chains);
  write_count(writer, "draws_per_chain", report.summary.draws_per_chain);
  write_count(writer, "draws_left_out", report.summary.draws_left_out);
  write_count(writer, "thin", report.thin);
  write_key(writer, "thin_auto");
  writer.Bool(report.thin_auto);
  if (!report.warmup.empty()) {
    write_key(writer, "warmup");
    writer.StartArray();
    for (const std::uint64_t iterations : report.warmup) writer.Uint64(iterations);
    writer.EndArray();
  }
  write_field(writer, "jumps_accepted", report.jumps_accepted.value_or(std::nan("")));
  write_count(writer, "divergences", divergences);
  write_count(writer, "max_treedepth_hits", depth_hits);
  write_key(writer, "by_chain");
  writer.StartArray();
  for (const ChainStatistics& chain : report.chains) write_chain(writer, chain);
  writer.EndArray();
  writer.EndObject();
}

}  // namespace

std::string to_json(const RunReport& report) {
  rapidjson::StringBuffer buffer;
  JsonWriter writer(buffer);
  writer.StartObject();
  write_key(writer, "variables");
  writer.StartArray();
  for (const VariableSummary& v : report.summary.variables) {
    write_variable(writer, report.summary.percentiles, v);
  }
  writer.EndArray();
  write_key(writer, "sampler");
  write_sampler(writer, report);
  write_key(writer, "timings");
  writer.StartObject();
  for (const StageTime& time : report.timings) write_field(writer, time.stage, time.seconds);
  writer.EndObject();
  write_key(writer, "gradients");
  report.gradients ? writer.Uint64(*report.gradients) : writer.Null();
  write_key(writer, "instruction_set");
  write_string(writer, report.instruction_set);
  write_key(writer, "withdrawn");
  report.withdrawn ? write_string(writer, *report.withdrawn) : (void)writer.Null();
  write_key(writer, "warnings");
  writer.StartArray();
  for (const Warning& warning : report.warnings) write_string(writer, warning.finding);
  writer.EndArray();
  writer.EndObject();
  return {buffer.GetString(), buffer.GetSize()};
}

}  // namespace autumn::output
