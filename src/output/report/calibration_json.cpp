// This file writes the account of a calibration for programs, as JSON.

#include "output/diagnostics/calibration.h"
#include "output/files/json_text.h"

namespace autumn::output {
namespace {

void write_variable(JsonWriter& writer, const VariableCalibration& variable) {
  writer.StartObject();
  write_key(writer, "name");
  write_string(writer, variable.name);
  write_field(writer, "p_value", variable.p_value);
  write_field(writer, "chi_square", variable.chi_square);
  write_numbers(writer, "counts", variable.counts);
  writer.EndObject();
}

}  // namespace

std::string to_json(const Calibration& calibration) {
  rapidjson::StringBuffer buffer;
  JsonWriter writer(buffer);
  writer.StartObject();
  write_key(writer, "is_calibrated");
  writer.Bool(calibration.is_calibrated());
  write_key(writer, "has_too_few_runs");
  writer.Bool(calibration.has_too_few_runs());
  write_key(writer, "verdict");
  write_string(writer, verdict(calibration));
  write_count(writer, "runs", calibration.runs);
  write_count(writer, "draws", calibration.draws);
  write_field(writer, "limit", calibration.limit());
  write_count(writer, "divergences", calibration.divergences);
  write_count(writer, "correlated_runs", calibration.correlated_runs);
  write_numbers(writer, "expected", calibration.expected);
  write_key(writer, "variables");
  writer.StartArray();
  for (const VariableCalibration& variable : calibration.variables) {
    write_variable(writer, variable);
  }
  writer.EndArray();
  writer.EndObject();
  return {buffer.GetString(), buffer.GetSize()};
}

}  // namespace autumn::output
