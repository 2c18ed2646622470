// Printing of errors, the end of the program on internal ones, and spelling suggestions.
#include "base/error.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

namespace autumn {

std::string to_text(const Error& error) {
  std::string text;
  if (error.where.is_known()) {
    text = error.where.file + ":" + std::to_string(error.where.line) + ":";
    if (error.where.column != 0) text += std::to_string(error.where.column) + ":";
    text += " ";
  }
  text += "error: " + error.message;
  if (!error.suggestion.empty()) text += "\n  " + error.suggestion;
  return text;
}

void internal_error(std::string_view assumption, const char* file, int line) {
  std::fprintf(stderr, "autumn: internal error, please report: %.*s (%s:%d)\n",
               static_cast<int>(assumption.size()), assumption.data(), file, line);
  std::abort();
}

namespace {

// Levenshtein distance with one row of the table.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitute = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitute});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest_word(std::string_view word, const std::string* first, const std::string* last) {
  const std::string* best = nullptr;
  std::size_t best_distance = 1 + std::max<std::size_t>(1, word.size() / 3);
  for (const std::string* it = first; it != last; ++it) {
    const std::size_t distance = edit_distance(word, *it);
    if (distance < best_distance) {
      best = it;
      best_distance = distance;
    }
  }
  return best != nullptr ? *best : std::string{};
}

}  // namespace autumn
