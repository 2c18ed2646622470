// These tests look at text that is shown rather than obeyed.
#include "base/printable.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace autumn {
namespace {

TEST(Printable, LineStaysOne) {
  EXPECT_EQ(printable_line("a\nb\x1b[31m"), "a\\nb\\x1b[31m");
  EXPECT_EQ(printable_line("a\r\nb"), "a\\x0d\\nb");
  EXPECT_EQ(printable_line("größe"), "größe");
}

TEST(Printable, ShowsControlCharactersAndKeepsTextsAsTheyAre) {
  EXPECT_EQ(printable("mu[1]\ttau\n"), "mu[1]\ttau\n");
  EXPECT_EQ(printable("\x1b[31mred\x07"), "\\x1b[31mred\\x07");
  EXPECT_EQ(printable("a\rb\x7f"), "a\\x0db\\x7f");
  EXPECT_EQ(printable("größe µ"), "größe µ");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\u009b31m")
      << "the control character of eight bits";
}

TEST(Printable, ShowsBytesThatAreNoText) {
  EXPECT_EQ(printable("\x9b"
                      "31m"),
            "\\x9b31m");
  EXPECT_EQ(printable("gr\xf6\xdf"
                      "e"),
            "gr\\xf6\\xdfe")
      << "Latin-1";
  EXPECT_EQ(printable("\xe2\x82"), "\\xe2\\x82") << "cut short";
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf") << "overlong";
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "half of a pair";
  EXPECT_EQ(printable("€ \xf0\x9f\x8d\x82"), "€ \xf0\x9f\x8d\x82");
}

TEST(Printable, IsWhatErrorsAre) {
  EXPECT_EQ(to_text(Error{"no `\x1b]0;x\x07`", "try \x1b", {}}),
            "error: no `\\x1b]0;x\\x07`\n  try \\x1b");
}

TEST(Printable, ShowsTheBeginningOfWhatIsLong) {
  const std::string sixty(60, 'x');
  EXPECT_EQ(printable_beginning(sixty), sixty);
  EXPECT_EQ(printable_beginning(sixty + "x"), sixty + "...");
  EXPECT_EQ(printable_beginning(std::string(59, 'x') + "€ and more"), std::string(59, 'x') + "...");
  EXPECT_EQ(printable_beginning("\x1b"), "\\x1b");
}

}  // namespace
}  // namespace autumn
