// An old form is a piece of a program that Stan wrote otherwise once: arrays as `int x[N]`, `<-`,
// `normal_log(y, mu, s)`. They are found in the tokens, because most of them do not parse.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/error.h"
#include "stan/syntax/source.h"

namespace autumn::stan {

// `text` in place of `length` bytes of a file.
struct Edit {
  std::size_t begin = 0;
  std::size_t length = 0;
  std::string text;
};

struct OldForm {
  SourceRange where;
  std::string what;         // "arrays are no longer declared by sizes after the name"
  std::string instead;      // what to do where there are no edits
  bool is_refused = false;  // by the Stan that docs/from-stan.md names
  std::vector<Edit> edits;
};

// Those of the first file, in its order.
[[nodiscard]] std::vector<OldForm> old_forms(const std::string& name, const std::string& text);

// The text with all edits that can be made; comments and layout stay. It is updated again until
// nothing changes, because forms may stand inside each other.
[[nodiscard]] std::string updated(const std::string& name, std::string text);

// The forms as messages, each with its line as it would be rewritten.
[[nodiscard]] std::vector<Error> to_messages(const std::vector<OldForm>& forms,
                                             const std::string& text);

// Adds the rewritten line to those errors that are about a line with an old form.
void show_rewritten_lines(std::vector<Error>& errors, const Sources& sources);

}  // namespace autumn::stan
