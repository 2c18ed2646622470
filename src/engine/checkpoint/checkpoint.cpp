// This file writes checkpoints down, and believes nothing of them that their digest does not tell.
#include "engine/checkpoint/checkpoint.h"

#include <fmt/format.h>

#include <cstring>

#include "base/digest.h"

namespace autumn::engine {
namespace {

// The last two digits are the version: what is visited, anywhere, is part of the format.
constexpr std::string_view kMark = "AUTUMN CHECKPOINT 02\n";

Error is_damaged(const std::string& name, std::string_view how) {
  return {
      .message = fmt::format("the checkpoint `{}` {}", name, how), .suggestion = "", .where = {}};
}

}  // namespace

void Checkpoint::visit_fields(sampler::Fields& fields) {
  auto& [of_run, number, done, rest, warm, every, size, sum, warmup_rows, rows, chain_state] =
      *this;
  auto chain_number = std::uint64_t{number};
  fields("run", of_run);
  fields("chain", chain_number);
  fields("iterations", done);
  fields("left", rest);
  fields("warmup", warm);
  fields("thin", every);
  fields("bytes", size);
  fields("checksum", sum);
  fields("warmup_draws", warmup_rows);
  fields("draws", rows);
  fields("state", chain_state.fields);
  number = static_cast<std::uint32_t>(chain_number);
}

std::string encode(Checkpoint checkpoint) {
  sampler::Fields fields;
  checkpoint.visit_fields(fields);
  std::string bytes(kMark);
  bytes += fields.bytes();
  const std::uint64_t sum = digest(bytes);
  bytes.append(reinterpret_cast<const char*>(&sum), sizeof sum);
  return bytes;
}

Result<Checkpoint> decode(std::string_view bytes, const std::string& name) {
  std::uint64_t sum = 0;
  if (bytes.size() < kMark.size() + sizeof sum)
    return is_damaged(name, "is damaged: it is too short");
  const std::string_view content = bytes.substr(0, bytes.size() - sizeof sum);
  std::memcpy(&sum, bytes.data() + content.size(), sizeof sum);
  if (sum != digest(content)) return is_damaged(name, "is damaged: its digest is wrong");
  if (!content.starts_with(kMark)) return is_damaged(name, "is one of another version of Autumn");
  Checkpoint checkpoint;
  sampler::Fields fields = sampler::Fields::of(content.substr(kMark.size()));
  checkpoint.visit_fields(fields);
  if (fields.status() && fields.is_at_end()) return checkpoint;
  return is_damaged(name, "is one of another version of Autumn");
}

std::string to_text(const Checkpoint& checkpoint) {
  Checkpoint head = checkpoint;
  head.state.fields.clear();
  sampler::Fields fields;
  head.visit_fields(fields);
  return sampler::to_text(std::string_view(fields.bytes())) + to_text(checkpoint.state);
}

}  // namespace autumn::engine
