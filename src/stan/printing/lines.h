// The lines of a program that is formatted, with the remarks that stand between its statements.
#pragma once

#include <cstdint>
#include <string>

#include "stan/printing/layout.h"
#include "stan/printing/token_reader.h"

namespace autumn::stan {

class Lines {
 public:
  Lines(TokenReader& reader, const Page& page) : reader_(reader), page_(page) {}

  [[nodiscard]] bool is_empty() const { return out_.empty(); }
  [[nodiscard]] std::size_t size() const { return out_.size(); }
  [[nodiscard]] std::string take() { return std::move(out_); }

  void indent() { indent_ += 2; }
  void unindent() { indent_ -= 2; }
  void new_line();
  void text(std::string_view text) { out_ += text; }
  void write(const Layout& layout) { out_ += layout.print(indent_, page_); }

  // From here on a block is empty: what comes first in it has no empty line before it.
  void begin_block();
  // The block has its closing brace: it is something in the block around it.
  void end_block() { is_first_ = false; }
  // The line where the token we are at goes, after the remarks before it and an empty line, if
  // there was one in the text.
  void begin_item();
  // The same of what a head governs, which begins its line without an empty one before it.
  void begin_body();

  // Remarks on the line of what was written last.
  void trailing_remarks();
  // Remarks before the next token on lines of their own.
  void own_remarks();
  // The same between blocks, where only after remarks empty lines are kept.
  void remarks_between_blocks();

 private:
  void keep_empty_line(std::uint32_t next_line);

  TokenReader& reader_;
  Page page_;
  std::string out_;
  std::size_t indent_ = 0;
  std::uint32_t last_line_ = 0;  // of the text, where what was written last ends
  bool is_first_ = true;         // nothing was written in this block yet
};

}  // namespace autumn::stan
