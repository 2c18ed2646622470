// This file writes tables, and finds where methods start.
#include "cmdstan/tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>

#include "cmdstan/starts.h"
#include "output/files/number_text.h"
#include "output/files/text_files.h"

namespace autumn::cmdstan {
namespace {

void append_comments(std::string& text, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) text += "# " + line + "\n";
}

}  // namespace

Status write_table(const Session& session, const std::string& path, const DrawTable& table,
                   const TableComments& comments) {
  const int digits = static_cast<int>(integer_of(session.arguments, "output.sig_figs"));
  std::string text = head_comments(session, {});
  text += fmt::format("{}\n", fmt::join(table.names(), ","));
  append_comments(text, comments.before);
  for (std::size_t r = 0; r < table.rows(); ++r) {
    bool is_first = true;
    for (const double x : table.row(r)) {
      if (!is_first) text += ',';
      is_first = false;
      output::append_number(text, x, digits);
    }
    text += '\n';
  }
  append_comments(text, comments.after);
  return output::write_text(path, text);
}

std::string output_file(const Session& session) {
  const Session one{};
  return output_files(one, text_of(session.arguments, "output.file")).front();
}

Result<engine::StartOptions> start_of(const Session& session, const engine::Prepared& prepared,
                                      std::size_t path) {
  auto initial = read_initial(session);
  if (!initial) return initial.error();
  auto point = initial_point(initial.value(), path, prepared);
  if (!point) return point.error();
  return engine::StartOptions{.given = std::move(point).value(), .radius = initial.value().radius};
}

engine::MethodKey key_of(const Session& session) {
  return {.seed = session.seed, .chain = session.id == 0 ? 0 : session.id - 1};
}

approximate::Observer saying(const std::atomic<bool>* stop) {
  return {.info = [](std::string_view line) { say(line); },
          .error = [](std::string_view line) { (void)fail(line); },
          .stop = stop};
}

void note_generated(const Session& session, const engine::MethodTable& table) {
  if (!table.generated_error) return;
  say(fmt::format("Some rows have NaN among their generated quantities:\n{}",
                  engine::render(session.program, *table.generated_error)));
}

}  // namespace autumn::cmdstan
