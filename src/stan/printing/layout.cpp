// This file breaks layouts into lines.
#include "stan/printing/layout.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace autumn::stan {
namespace {

// Where nothing begins any more: ten columns before the end of a page, or at its half.
std::size_t most_indent(const Page& page) {
  const std::size_t columns = page.columns;
  return std::max({columns > 10 ? columns - 10 : 0, columns / 2, std::size_t{1}});
}

struct OpenBox {
  std::size_t indent = 0;
  bool is_fitting = false;
};

// Where the next character goes.
class Writer {
 public:
  Writer(std::size_t column, const Page& page)
      : page_(page),
        most_indent_(most_indent(page)),
        column_(column),
        indent_(column),
        boxes_{{column, true}} {}

  void text(std::string_view text) {
    out_ += text;
    column_ += width_of(text);
    is_new_line_ = false;
  }
  void break_line() { begin_line(boxes_.back().indent); }
  void space(std::size_t width, std::size_t size) {
    const OpenBox& box = boxes_.back();
    const bool breaks = !box.is_fitting && !is_new_line_ && (!fits(size) || indent_ > box.indent);
    if (breaks) return begin_line(box.indent);
    out_.append(width, ' ');
    column_ += width;
  }
  void open(std::size_t indent, std::size_t size) {
    // Nothing begins far to the right.
    if (column_ > most_indent_ && !boxes_.back().is_fitting && boxes_.back().indent < column_) {
      break_line();
    }
    boxes_.push_back({column_ + indent, fits(size)});
  }
  void close() { boxes_.pop_back(); }

  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  [[nodiscard]] bool fits(std::size_t size) const { return column_ + size < page_.columns; }
  void begin_line(std::size_t indent) {
    column_ = indent_ = std::min(indent, most_indent_);
    out_ += "\n" + std::string(column_, ' ');
    is_new_line_ = true;
  }

  Page page_;
  std::size_t most_indent_;
  std::string out_;
  std::size_t column_;
  std::size_t indent_;  // of this line
  bool is_new_line_ = false;
  std::vector<OpenBox> boxes_;
};

}  // namespace

std::size_t width_of(std::string_view text) {
  constexpr unsigned char kMask = 0xC0;
  constexpr unsigned char kContinued = 0x80;
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & kMask) != kContinued; }));
}

void Layout::text(std::string_view text) {
  items_.push_back({Kind::kText, std::string(text), width_of(text)});
}

void Layout::new_line(Chunk chunk) {
  items_.push_back({Kind::kNewLine, {}, chunk == Chunk::kEnds ? 1U : 0U});
}

void Layout::open(std::size_t indent) {
  items_.push_back({Kind::kOpen, {}, indent});
}

void Layout::close() {
  items_.push_back({Kind::kClose});
}

void Layout::append(Layout other) {
  std::ranges::move(other.items_, std::back_inserter(items_));
}

Layout Layout::boxed(std::size_t indent) && {
  items_.insert(items_.begin(), {Kind::kOpen, {}, indent});
  close();
  return std::move(*this);
}

void Layout::add_break(std::size_t width) {
  items_.push_back({Kind::kBreak, {}, width});
}

std::vector<std::size_t> Layout::sizes() const {
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  struct BoxSizes {
    std::size_t open = kNone;
    std::size_t last_break = kNone;
  };
  std::vector<std::size_t> result(items_.size(), 0);
  std::vector<BoxSizes> levels{{}};
  std::size_t total = 0;
  // Where an item begins is kept in its place until its end is known.
  const auto end = [&](std::size_t& item) {
    if (item != kNone) result[item] = total - result[item];
    item = kNone;
  };
  for (std::size_t i = 0; i < items_.size(); ++i) {
    switch (items_[i].kind) {
      case Kind::kText: total += items_[i].width; break;
      case Kind::kNewLine:
        if (items_[i].width == 1) end(levels.back().last_break);
        break;
      case Kind::kBreak:
        end(levels.back().last_break);
        levels.back().last_break = i;
        result[i] = total;
        total += items_[i].width;
        break;
      case Kind::kOpen:
        result[i] = total;
        levels.push_back({.open = i});
        break;
      case Kind::kClose:
        end(levels.back().last_break);
        end(levels.back().open);
        levels.pop_back();
        break;
    }
  }
  end(levels.back().last_break);
  return result;
}

std::string Layout::print(std::size_t column, const Page& page) const {
  const std::vector<std::size_t> size = sizes();
  Writer writer(column, page);
  for (std::size_t i = 0; i < items_.size(); ++i) {
    const Item& item = items_[i];
    switch (item.kind) {
      case Kind::kText: writer.text(item.text); break;
      case Kind::kBreak: writer.space(item.width, size[i]); break;
      case Kind::kNewLine: writer.break_line(); break;
      case Kind::kOpen: writer.open(item.width, size[i]); break;
      case Kind::kClose: writer.close(); break;
    }
  }
  return writer.take();
}

}  // namespace autumn::stan
