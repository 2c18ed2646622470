// This file writes tables, and finds where methods start.
#include "cmdstan/tables.h"

#include <fmt/format.h>

#include <cstdio>

#include "cmdstan/starts.h"
#include "output/files/table_file.h"

namespace autumn::cmdstan {
namespace {

std::string comment_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += "# " + line + "\n";
  return text;
}

}  // namespace

Status write_table(const Session& session, const std::string& path, const DrawTable& table,
                   const TableComments& comments) {
  return output::write_table(
      path,
      {.head = head_comments(session, {}),
       .after_names = comment_lines(comments.before),
       .tail = comment_lines(comments.after),
       .precision = static_cast<int>(integer_of(session.arguments, "output.sig_figs"))},
      table);
}

std::string output_file(const Session& session) {
  const Session one{};
  return output_files(one, text_of(session.arguments, "output.file")).front();
}

Result<engine::StartOptions> start_of(const Session& session, const engine::Prepared& prepared,
                                      std::size_t path) {
  auto initial = read_initial(session);
  if (!initial) return initial.error();
  if (path == 0) tell_unknown(session, initial.value());
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
  if (table.generated_errors.empty()) return;
  say(fmt::format("Some rows have NaN among their generated quantities:\n{}",
                  table.generated_errors.text(session.program)));
}

}  // namespace autumn::cmdstan
