// A layout is a line of text with places where it may be broken, in boxes; it is broken where it is
// longer than the columns of a page, in the way of the pretty printer of OCaml's standard library,
// which stanc uses.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace autumn::stan {

// How long lines may be; 78 columns are what stanc has.
struct Page {
  std::size_t columns = 78;
};

class Layout {
 public:
  void text(std::string_view text);
  // A space, or a new line with the indentation of the box.
  void space() { add_break(1); }
  // Nothing, or a new line.
  void cut() { add_break(0); }
  // A new line in any case. What comes after it may count for the break before it, as it does in
  // stanc after a comment at the end of a line.
  enum class Chunk { kEnds, kGoesOn };
  void new_line(Chunk chunk);
  // Lines that are broken inside begin `indent` columns after the place where the box begins. A box
  // that fits on the line is not broken; one that does not is broken before whatever does not fit,
  // and where the line is indented deeper than the box.
  void open(std::size_t indent = 0);
  void close();
  // All of another one after this.
  void append(Layout other);
  // This in a box.
  [[nodiscard]] Layout boxed(std::size_t indent = 0) &&;

  // The text as it begins at this column; nothing is put before it.
  [[nodiscard]] std::string print(std::size_t column, const Page& page = {}) const;

 private:
  enum class Kind { kText, kBreak, kNewLine, kOpen, kClose };
  struct Item {
    Kind kind = Kind::kText;
    std::string text = {};
    // Of a break or of a text; the indentation of a box; 1 for a new line that ends a chunk.
    std::size_t width = 0;
  };

  void add_break(std::size_t width);
  // What each item takes on one line: of a break as far as the next one of its box, of a box all.
  [[nodiscard]] std::vector<std::size_t> sizes() const;

  std::vector<Item> items_;
};

// How many columns a text takes: characters, not bytes.
[[nodiscard]] std::size_t width_of(std::string_view text);

}  // namespace autumn::stan
