// This file puts tokens and remarks into layouts.
#include "stan/printing/token_reader.h"

namespace autumn::stan {

std::span<const Remark> TokenReader::pending() const {
  std::size_t end = next_remark_;
  while (end < remarks_.size() && remarks_[end].after <= at_) ++end;
  return std::span(remarks_).subspan(next_remark_, end - next_remark_);
}

bool TokenReader::write_remarks(Layout& to) {
  bool ends_line = false;
  while (!pending().empty()) {
    const Remark& remark = pending().front();
    // Remarks of a token that was left out may come after one that ends the line.
    if (remark.is_trailing && !ends_line) {
      to.text(" ");
    } else {
      to.new_line(Layout::Chunk::kEnds);
    }
    to.text(remark.text);
    ends_line = remark.ends_line() || !remark.is_trailing;
    pass_remark();
  }
  return ends_line;
}

void TokenReader::take(Layout& to) {
  if (write_remarks(to)) to.new_line(Layout::Chunk::kGoesOn);
  to.text(tokens_[at_++].text);
}

void TokenReader::take_colon(Layout& to) {
  if (write_remarks(to)) {
    to.new_line(Layout::Chunk::kGoesOn);
  } else {
    to.text(" ");
  }
  to.text(": ");
  ++at_;
}

void TokenReader::gap(Layout& to, bool may_break) {
  if (write_remarks(to)) {
    to.new_line(may_break ? Layout::Chunk::kEnds : Layout::Chunk::kGoesOn);
  } else if (may_break) {
    to.space();
  } else {
    to.text(" ");
  }
}

void TokenReader::cut(Layout& to) {
  if (write_remarks(to)) {
    to.new_line(Layout::Chunk::kGoesOn);
  } else {
    to.cut();
  }
}

}  // namespace autumn::stan
