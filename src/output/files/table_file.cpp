// This file writes a whole table at once.
#include "output/files/table_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "output/files/number_text.h"
#include "output/files/output_file.h"

namespace autumn::output {

Status write_table(const std::string& path, const TableFile& file, const DrawTable& rows) {
  auto created = OutputFile::create(path);
  if (!created) return created.error();
  OutputFile out = std::move(created).value();
  out.pending() += file.head + fmt::format("{}\n", fmt::join(rows.names(), ",")) + file.after_names;
  for (std::size_t k = 0; k < rows.rows(); ++k) {
    std::string& text = out.pending();
    for (const double number : rows.row(k)) {
      append_number(text, number, file.precision);
      text += ',';
    }
    if (rows.columns() > 0) text.back() = '\n';
    if (out.is_due()) (void)out.flush();
  }
  out.pending() += file.tail;
  return out.close();
}

}  // namespace autumn::output
