// This program is the fuzzer of data in files and of checkpoints: any bytes are read as data in the
// binary format, as columns of numbers or as a checkpoint without a crash, and what is read as a
// checkpoint is written as it was. The checksums that stand before everything else are made right
// first. Built by tools/fuzz with clang's libFuzzer.
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "base/crc32.h"
#include "base/digest.h"
#include "engine/checkpoint/checkpoint.h"
#include "output/files/column_file.h"
#include "output/files/data_file.h"
#include "output/files/descriptor.h"

namespace {

using namespace autumn;

constexpr std::size_t kMostNumbers = 100'000;
constexpr std::size_t kLengthAt = 12, kChecksumAt = 16;

template <typename Number>
void put(std::string& bytes, std::size_t at, Number number) {
  if (at + sizeof number <= bytes.size()) std::memcpy(bytes.data() + at, &number, sizeof number);
}

// A file in memory, with a path as long as it lives.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes) : file_(::memfd_create("fuzz", MFD_CLOEXEC)) {
    if (::write(file_.number(), bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) {
      std::abort();
    }
  }
  [[nodiscard]] std::string path() const { return fmt::format("/proc/self/fd/{}", file_.number()); }

 private:
  output::Descriptor file_;
};

// The head ends where its braces do, as far as there are any; its checksum is right.
std::string with_head(std::string_view text) {
  std::string bytes(output::kDataPrelude, '\0');
  bytes.replace(0, output::kDataMagic.size(), output::kDataMagic);
  const std::size_t end = text.find("]}");
  const std::string_view head = text.substr(0, end == std::string_view::npos ? end : end + 2);
  put(bytes, output::kDataMagic.size(), output::kDataVersion);
  put(bytes, kLengthAt, static_cast<std::uint32_t>(head.size()));
  put(bytes, kChecksumAt, crc32(head));
  return bytes.append(text);
}

void read_data(std::string_view text) {
  const MemoryFile made(with_head(text));
  const auto file = output::DataFile::open(made.path());
  if (!file) return (void)to_text(file.error());
  for (const output::DataEntry& entry : file.value().entries()) {
    if (entry.rows() > kMostNumbers || entry.rows() * entry.columns() > kMostNumbers) continue;
    const auto numbers = file.value().read(entry);
    if (numbers && numbers.value().size() != entry.rows() * entry.columns()) std::abort();
  }
}

void read_columns(std::string_view text) {
  const MemoryFile made(text);
  const auto file = output::read_columns(made.path());
  if (!file) return (void)to_text(file.error());
  for (const output::NumberColumns& variable : file.value().variables) {
    std::size_t size = 1;
    for (const std::size_t dim : variable.dims) size *= dim;
    if (size != variable.numbers.size()) std::abort();
  }
}

void read_checkpoint(std::string_view content) {
  std::string bytes(content);
  const std::uint64_t sum = digest(bytes);
  bytes.append(reinterpret_cast<const char*>(&sum), sizeof sum);  // NOLINT
  const auto checkpoint = engine::decode(bytes, "chain_1");
  if (!checkpoint) return (void)to_text(checkpoint.error());
  (void)to_text(checkpoint.value());
  if (engine::encode(checkpoint.value()) != bytes) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(bytes + 1), size - 1);  // NOLINT
  switch (bytes[0]) {
    case 'b': read_data(text); break;
    case 'c': read_columns(text); break;
    case 'k': read_checkpoint(text); break;
    default: break;
  }
  return 0;
}
