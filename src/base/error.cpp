// This file prints errors, ends the program on internal ones, and suggests spellings.
#include "base/error.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "base/printable.h"

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
  return printable(text);
}

void internal_error(std::string_view assumption, const char* file, int line) {
  std::fprintf(stderr, "autumn: internal error, please report: %.*s (%s:%d)\n",
               static_cast<int>(assumption.size()), assumption.data(), file, line);
  std::abort();
}

void not_of_the_list(std::string_view what, std::source_location place) {
  internal_error(std::string(what) + " is one of the list", place.file_name(),
                 static_cast<int>(place.line()));
}

namespace {

// Edit distance where swapping two neighbours counts once (optimal string alignment): the usual
// slip of typing.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> two_above(b.size() + 1);
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    two_above.swap(above);
    above.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitute = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, substitute});
      const bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swap) row[j] = std::min(row[j], two_above[j - 2] + 1);
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
