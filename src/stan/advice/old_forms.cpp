// This file rewrites old forms, and says how a line would read.
#include "stan/advice/old_forms.h"

#include <algorithm>
#include <optional>

#include "stan/advice/find_old_forms.h"

namespace autumn::stan {
namespace {

constexpr int kMostRounds = 20;

bool overlaps(const Edit& a, const Edit& b) {
  const std::size_t a_end = a.begin + a.length;
  const std::size_t b_end = b.begin + b.length;
  return a.begin < b_end && b.begin < a_end;
}

// All or nothing of a form, so that no half of one is rewritten.
std::vector<Edit> compatible_edits(const std::vector<OldForm>& forms) {
  std::vector<Edit> all;
  for (const OldForm& form : forms) {
    const bool is_free = std::none_of(form.edits.begin(), form.edits.end(), [&](const Edit& edit) {
      return std::any_of(all.begin(), all.end(),
                         [&](const Edit& other) { return overlaps(edit, other); });
    });
    if (is_free) all.insert(all.end(), form.edits.begin(), form.edits.end());
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  return all;
}

std::string with_edits(const std::vector<Edit>& edits, const std::string& text) {
  std::string result;
  std::size_t at = 0;
  for (const Edit& edit : edits) {
    result.append(text, at, edit.begin - at).append(edit.text);
    at = edit.begin + edit.length;
  }
  return result.append(text, at);
}

std::size_t begin_of_line(const std::string& text, std::uint32_t line) {
  std::size_t at = 0;
  for (std::uint32_t i = 1; i < line; ++i) {
    while (line_end_length(text, at) == 0 && at < text.size()) ++at;
    at += line_end_length(text, at);
  }
  return at;
}

std::string trimmed(const std::string& line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string::npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r\n") - first + 1);
}

// A line with all its forms rewritten; nothing if an edit goes on in the next line.
std::optional<std::string> rewritten_line(const std::string& name, const std::string& text,
                                          std::uint32_t line) {
  const std::size_t begin = begin_of_line(text, line);
  const std::size_t end = begin + line_of(text, line).size();
  std::vector<Edit> here;
  for (Edit edit : compatible_edits(old_forms(name, text))) {
    if (edit.begin + edit.length <= begin || edit.begin >= end) continue;
    if (edit.begin < begin || edit.begin + edit.length > end) return std::nullopt;
    edit.begin -= begin;
    here.push_back(std::move(edit));
  }
  if (here.empty()) return std::nullopt;
  const std::string once = with_edits(here, text.substr(begin, end - begin));
  return trimmed(once);
}

}  // namespace

std::string updated(const std::string& name, std::string text) {
  for (int round = 0; round < kMostRounds; ++round) {
    const std::vector<Edit> edits = compatible_edits(old_forms(name, text));
    if (edits.empty()) break;
    text = with_edits(edits, text);
  }
  return text;
}

std::vector<Error> to_messages(const std::vector<OldForm>& forms, const std::string& text) {
  std::vector<Error> messages;
  for (const OldForm& form : forms) {
    const auto line =
        form.edits.empty() ? std::nullopt : rewritten_line(form.where.file, text, form.where.line);
    messages.push_back({.message = form.what,
                        .suggestion = line ? "write: " + *line : form.instead,
                        .where = form.where});
  }
  return messages;
}

void show_rewritten_lines(std::vector<Error>& errors, const Sources& sources) {
  const SourceFile& file = sources.file(0);
  const std::vector<OldForm> forms = old_forms(file.name, file.text);
  for (Error& error : errors) {
    const bool is_old = std::any_of(forms.begin(), forms.end(), [&](const OldForm& form) {
      return form.is_refused && !form.edits.empty() && form.where.line == error.where.line;
    });
    if (!is_old || error.where.file != file.name) continue;
    if (const auto line = rewritten_line(file.name, file.text, error.where.line)) {
      error.suggestion = "write: " + *line;
    }
  }
}

}  // namespace autumn::stan
