// This program is the fuzzer of files of draws: any bytes are read as either format, summarised and
// described without a crash. Built by tools/fuzz with clang's libFuzzer.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "output/diagnostics/chain_statistics.h"
#include "output/files/binary_format.h"
#include "output/files/draw_file.h"
#include "output/report/report_json.h"
#include "output/report/summary.h"
#include "output/report/warnings.h"

namespace {

using namespace autumn;

// A summary takes a time that grows with its numbers, which are more than the bytes of a text.
constexpr std::size_t kMostNumbers = 20'000;

void describe(const output::CsvFile& file) {
  (void)output::unfinished_note(file, "draws");
  (void)output::truncation_note({output::Format::kCsv, file}, "draws");
  (void)output::find_value(file, "num_samples");
  if (file.draws.rows() * file.draws.columns() > kMostNumbers) return;
  const auto summary = output::summarise(std::span<const DrawTable>(&file.draws, 1));
  if (!summary) return;
  output::RunReport report{};
  report.summary = summary.value();
  report.chains.push_back(output::chain_statistics(file.draws, 10));
  report.warnings =
      output::find_warnings({.summary = report.summary, .chains = report.chains, .max_depth = 10});
  (void)output::to_text(report.summary);
  (void)output::to_text(report.warnings);
  (void)output::to_json(report);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);  // NOLINT
  const auto file = text.starts_with(output::kBinaryMagic) ? output::parse_binary(text, "draws.bin")
                                                           : output::parse_csv(text, "draws.csv");
  if (file) describe(file.value());
  return 0;
}
