// This file keeps of a finished run what an extension changes: the record, and of each chain the
// checkpoint, and what its file has before and behind the draws.
#include "engine/checkpoint/extension.h"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>

#include "output/files/file_head.h"

namespace autumn::engine {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFinishedRecord = "finished.json";

std::string finished_name(std::uint32_t chain) {
  return fmt::format("chain_{}.finished", chain + 1);
}

struct KeptChain {
  std::string file;  // its name in the directory of the run
  output::Format format = output::Format::kCsv;
  std::uint64_t bytes = 0;  // of draws
  std::string head, ending;
  std::string checkpoint;

  void visit_fields(sampler::Fields& fields) {
    auto& [name, kind, size, before, behind, state] = *this;
    fields("file", name);
    fields("format", kind);
    fields("bytes", size);
    fields("head", before);
    fields("ending", behind);
    fields("checkpoint", state);
  }
};

Result<KeptChain> kept_chain(const FinishedChain& chain) {
  auto frame = output::read_frame(chain.format, chain.path, chain.end.bytes);
  if (!frame) return frame.error();
  return KeptChain{fs::path(chain.path).filename().string(),
                   chain.format,
                   chain.end.bytes,
                   std::move(frame.value().head),
                   std::move(frame.value().ending),
                   encode(chain.end)};
}

Error finished_is_gone(const std::string& path) {
  return {.message = fmt::format("the finished run that was extended cannot be had again: `{}` is "
                                 "gone or damaged",
                                 path),
          .suggestion = "`autumn resume` goes on with the extension",
          .where = {}};
}

Status put_chain_back(const CheckpointDirectory& directory, std::uint32_t chain) {
  const std::optional<std::string> bytes = directory.read(finished_name(chain));
  if (!bytes) return finished_is_gone(finished_name(chain));
  sampler::Fields fields = sampler::Fields::of(*bytes);
  KeptChain was;
  was.visit_fields(fields);
  if (!fields.status()) return finished_is_gone(finished_name(chain));
  const std::string path = (fs::path(directory.output()) / was.file).string();
  const Status written = output::write_frame(
      was.format, path, {std::move(was.head), std::move(was.ending)}, was.bytes);
  return written ? directory.put(chain, was.checkpoint) : written;
}

}  // namespace

Status keep_finished(const CheckpointDirectory& directory, std::span<const FinishedChain> chains) {
  for (const FinishedChain& chain : chains) {
    auto was = kept_chain(chain);
    if (!was) return was.error();
    sampler::Fields fields;
    was.value().visit_fields(fields);
    const Status written = directory.write(finished_name(chain.end.chain), fields.bytes());
    if (!written) return written;
  }
  return directory.write(kFinishedRecord, to_text(directory.record()));
}

bool keeps_finished(const CheckpointDirectory& directory) {
  return directory.read(kFinishedRecord).has_value();
}

Status put_back_finished(CheckpointDirectory& directory) {
  const std::optional<std::string> text = directory.read(kFinishedRecord);
  if (!text) return finished_is_gone(kFinishedRecord);
  const auto record = parse_record(*text, kFinishedRecord);
  if (!record) return record.error();
  for (std::uint32_t chain = 0; chain < record.value().chains; ++chain) {
    if (Status status = put_chain_back(directory, chain); !status) return status;
  }
  if (Status status = directory.change(record.value()); !status) return status;
  drop_finished(directory);
  return Done{};
}

void drop_finished(const CheckpointDirectory& directory) {
  directory.remove(kFinishedRecord);
  for (std::uint32_t chain = 0; chain < directory.record().chains; ++chain) {
    directory.remove(finished_name(chain));
  }
}

}  // namespace autumn::engine
