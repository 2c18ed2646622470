// This file puts remarks and empty lines between the statements of a formatted program.
#include "stan/printing/lines.h"

namespace autumn::stan {

void Lines::new_line() {
  out_ += "\n";
  out_.append(indent_, ' ');
}

void Lines::begin_block() {
  is_first_ = true;
  last_line_ = reader_.previous().line;
}

void Lines::begin_item() {
  own_remarks();
  if (!is_first_) keep_empty_line(reader_.token().line);
  new_line();
  is_first_ = false;
}

void Lines::begin_body() {
  is_first_ = true;
  own_remarks();
  new_line();
  is_first_ = false;
}

void Lines::keep_empty_line(std::uint32_t next_line) {
  if (next_line > last_line_ + 1) new_line();
}

void Lines::own_remarks() {
  while (!reader_.pending().empty()) {
    const Remark& remark = reader_.pending().front();
    if (!is_first_) keep_empty_line(remark.line);
    if (!out_.empty()) new_line();
    out_ += remark.text;
    last_line_ = remark.last_line;
    is_first_ = false;
    reader_.pass_remark();
  }
}

void Lines::remarks_between_blocks() {
  const bool has_remarks = !reader_.pending().empty();
  own_remarks();
  if (has_remarks && !reader_.is_done()) keep_empty_line(reader_.token().line);
}

void Lines::trailing_remarks() {
  last_line_ = reader_.previous().line;
  bool ends_line = false;
  while (!ends_line && !reader_.pending().empty() && reader_.pending().front().is_trailing) {
    const Remark& remark = reader_.pending().front();
    out_ += " " + remark.text;
    last_line_ = remark.last_line;
    ends_line = remark.ends_line();
    reader_.pass_remark();
  }
}

}  // namespace autumn::stan
