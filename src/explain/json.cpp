// This file writes the explanation as JSON.
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cmath>
#include <string_view>

#include "explain/explain.h"
#include "explain/indices.h"

namespace autumn::explainer {
namespace {

using Writer = rapidjson::Writer<rapidjson::StringBuffer>;

void write_key(Writer& writer, std::string_view name) {
  writer.Key(name.data(), static_cast<rapidjson::SizeType>(name.size()));
}

void write_text(Writer& writer, std::string_view name, std::string_view text) {
  write_key(writer, name);
  writer.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

// Null if there is nothing to say.
void write_text_or_null(Writer& writer, std::string_view name, std::string_view text) {
  if (!text.empty()) return write_text(writer, name, text);
  write_key(writer, name);
  writer.Null();
}

void write_count(Writer& writer, std::string_view name, std::size_t count) {
  write_key(writer, name);
  writer.Uint64(count);
}

// JSON has no NaN and no infinities.
void write_number(Writer& writer, std::string_view name, double number) {
  write_key(writer, name);
  if (std::isfinite(number))
    writer.Double(number);
  else
    writer.Null();
}

void write_line(Writer& writer, const SourceRange& where) {
  write_key(writer, "line");
  if (where.is_known())
    writer.Uint(where.line);
  else
    writer.Null();
}

void write_indices(Writer& writer, const Part& part) {
  if (part.is_whole()) return;
  write_key(writer, "indices");
  writer.StartArray();
  for (const std::uint32_t element : part.elements) {
    const std::vector<std::size_t> indices = indices_of(element, part.dims);
    if (indices.size() == 1) {
      writer.Uint64(indices[0]);
      continue;
    }
    writer.StartArray();
    for (const std::size_t index : indices) writer.Uint64(index);
    writer.EndArray();
  }
  writer.EndArray();
}

void write_factors(Writer& writer, const Part& part) {
  write_key(writer, "factors");
  writer.StartArray();
  for (const FactorNote& note : part.factors) {
    writer.StartObject();
    write_text(writer, "distribution", note.distribution);
    write_text(writer, "of", note.of);
    write_line(writer, note.where);
    writer.EndObject();
  }
  writer.EndArray();
}

void write_part(Writer& writer, const Part& part) {
  writer.StartObject();
  write_text(writer, "name", part.name);
  write_count(writer, "elements", part.elements.size());
  write_count(writer, "of", part.of);
  write_indices(writer, part);
  if (part.is_collapsed()) {
    write_text(writer, "rule", name_of(*part.rule));
  } else {
    write_text(writer, "reason", part.reason);
    write_text_or_null(writer, "could_be_collapsed",
                       part.could_be ? name_of(*part.could_be) : std::string_view());
  }
  write_line(writer, part.where);
  if (part.is_collapsed()) write_factors(writer, part);
  writer.EndObject();
}

void write_parts(Writer& writer, std::string_view name, const Explanation& e, bool is_collapsed) {
  write_key(writer, name);
  writer.StartArray();
  for (const Part& part : e.parts) {
    if (part.is_collapsed() == is_collapsed) write_part(writer, part);
  }
  writer.EndArray();
}

void write_names(Writer& writer, std::string_view name, const Explanation& e,
                 const std::vector<std::size_t>& parts) {
  write_key(writer, name);
  writer.StartArray();
  for (const std::size_t p : parts) {
    const std::string& text = e.parts[p].name;
    writer.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
  }
  writer.EndArray();
}

void write_block(Writer& writer, const Explanation& e, const BlockNote& block) {
  const collapse::BlockSummary& s = block.summary;
  writer.StartObject();
  write_names(writer, "names", e, block.parts);
  write_count(writer, "elements", s.columns);
  write_count(writer, "rows_before", s.rows_before);
  write_count(writer, "rows", s.rows);
  write_count(writer, "entries", s.entries);
  write_count(writer, "entries_in_factor", s.entries_in_factor);
  write_key(writer, "fill_in");
  if (block.fill_in)
    writer.Uint64(*block.fill_in);
  else
    writer.Null();
  write_count(writer, "largest_front", s.largest_front);
  write_key(writer, "in_groups");
  writer.Bool(s.has_stars);
  write_number(writer, "operations", s.operations);
  writer.EndObject();
}

void write_recovery(Writer& writer, const Explanation& e) {
  write_key(writer, "recovery");
  writer.StartArray();
  for (const RecoveryNote& note : e.recovery) {
    writer.StartObject();
    write_names(writer, "names", e, note.parts);
    write_text(writer, "rule", name_of(*e.parts[note.parts[0]].rule));
    write_names(writer, "given", e, note.given);
    write_count(writer, "steps", note.steps);
    writer.EndObject();
  }
  writer.EndArray();
}

void write_alternative(Writer& writer, const AlternativeNote& alternative) {
  constexpr double kNanoseconds = 1e-3;  // in microseconds
  writer.StartObject();
  write_text(writer, "name", alternative.name);
  write_count(writer, "dimension", alternative.dimension);
  write_number(writer, "gradient_us", kNanoseconds * alternative.gradient);
  write_number(writer, "predicted_us", kNanoseconds * alternative.predicted);
  write_key(writer, "tried");
  writer.Bool(alternative.tried.has_value());
  write_number(writer, "tried_us",
               alternative.tried ? kNanoseconds * *alternative.tried : std::nan(""));
  write_key(writer, "taken");
  writer.Bool(alternative.is_taken);
  writer.EndObject();
}

void write_run(Writer& writer, const Explanation& e) {
  write_text_or_null(writer, "refusal", e.refusal ? e.refusal->message : "");
  write_key(writer, "alternatives");
  writer.StartArray();
  for (const AlternativeNote& alternative : e.alternatives) write_alternative(writer, alternative);
  writer.EndArray();
  write_text_or_null(writer, "choice", e.choice);
  write_text_or_null(writer, "coordinates", e.coordinates);
}

}  // namespace

std::string to_json(const Explanation& e) {
  rapidjson::StringBuffer buffer;
  Writer writer(buffer);
  writer.StartObject();
  write_count(writer, "dimension_before", e.dimension_before);
  write_count(writer, "dimension_after", e.dimension_after);
  write_parts(writer, "collapsed", e, true);
  write_parts(writer, "kept", e, false);
  write_key(writer, "blocks");
  writer.StartArray();
  for (const BlockNote& block : e.blocks) write_block(writer, e, block);
  writer.EndArray();
  write_number(writer, "cost_before", e.cost_before);
  write_number(writer, "cost_after", e.cost_after);
  write_recovery(writer, e);
  write_run(writer, e);
  writer.EndObject();
  return {buffer.GetString(), buffer.GetSize()};
}

}  // namespace autumn::explainer
