// These tests turn text into tokens: kinds, places, numbers, comments and includes.
#include "stan/syntax/lexer.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "stan/syntax/source.h"

namespace autumn::stan {
namespace {

struct Lexed {
  Sources sources;
  Tokens tokens;
};

Lexed lex_text(const std::string& text, const Includes& includes = {}) {
  Sources sources("model.stan", text);
  Tokens tokens = lex(sources, includes);
  return {.sources = std::move(sources), .tokens = std::move(tokens)};
}

// All tokens but the end.
std::vector<std::string> texts(const Lexed& lexed) {
  std::vector<std::string> words;
  for (const Token& token : lexed.tokens.tokens) words.emplace_back(token.text);
  EXPECT_EQ(lexed.tokens.tokens.back().kind, TokenKind::kEnd);
  words.pop_back();
  return words;
}

std::vector<TokenKind> kinds(const Lexed& lexed) {
  std::vector<TokenKind> found;
  for (const Token& token : lexed.tokens.tokens) found.push_back(token.kind);
  return found;
}

Includes from_map(std::map<std::string, std::string> files) {
  return {.paths = {"lib"}, .read = [files](const std::string& path) -> Result<std::string> {
            const auto found = files.find(path);
            if (found != files.end()) return found->second;
            return Error{.message = "no file", .suggestion = {}, .where = {}};
          }};
}

TEST(Lexer, TakesTheLongestOperator) {
  const Lexed lexed =
      lex_text("a.*=b ./=c .*d ./e .^f %/%g % h<=i<j==k=l+=m+n!=!o||p|q&&r-=s/=t*=u");
  const std::vector<std::string> expected{"a",  ".*=", "b",   "./=", "c",  ".*", "d",  "./", "e",
                                          ".^", "f",   "%/%", "g",   "%",  "h",  "<=", "i",  "<",
                                          "j",  "==",  "k",   "=",   "l",  "+=", "m",  "+",  "n",
                                          "!=", "!",   "o",   "||",  "p",  "|",  "q",  "&&", "r",
                                          "-=", "s",   "/=",  "t",   "*=", "u"};
  EXPECT_EQ(texts(lexed), expected);
  EXPECT_TRUE(lexed.tokens.problems.empty());
}

TEST(Lexer, TellsIntegersFromReals) {
  using K = TokenKind;
  const Lexed lexed = lex_text("1 1_000 .5 100. 1e3 1.0E-3 1.5e+2 7.e1 1_0.0_1");
  const std::vector<K> expected{K::kIntNumber,  K::kIntNumber,  K::kRealNumber, K::kRealNumber,
                                K::kRealNumber, K::kRealNumber, K::kRealNumber, K::kRealNumber,
                                K::kRealNumber, K::kEnd};
  EXPECT_EQ(kinds(lexed), expected);
  EXPECT_TRUE(lexed.tokens.problems.empty());
}

TEST(Lexer, GivesTheDotToTheNumberBeforeAnOperator) {
  EXPECT_EQ(texts(lex_text("1./x")), (std::vector<std::string>{"1.", "/", "x"}));
  EXPECT_EQ(texts(lex_text("2.^x")), (std::vector<std::string>{"2.", "^", "x"}));
  EXPECT_EQ(texts(lex_text("x.^2")), (std::vector<std::string>{"x", ".^", "2"}));
}

TEST(Lexer, KnowsKeywordsAndReservedWordsFromNames) {
  using K = TokenKind;
  const Lexed lexed = lex_text("real reals sum_to_zero_matrix true T lower target row_vector");
  const std::vector<K> expected{K::kReal,     K::kIdentifier, K::kSumToZeroMatrix,
                                K::kReserved, K::kIdentifier, K::kIdentifier,
                                K::kTarget,   K::kRowVector,  K::kEnd};
  EXPECT_EQ(kinds(lexed), expected);
}

TEST(Lexer, PlacesTokensByLineAndColumn) {
  const Lexed lexed = lex_text("a /* b\n c */ d\r\n\te // f\n  ghi");
  const std::vector<Token>& tokens = lexed.tokens.tokens;
  ASSERT_EQ(tokens.size(), 5U);
  EXPECT_EQ(range_of(lexed.sources, tokens[1]),
            (SourceRange{.file = "model.stan", .line = 2, .column = 7, .length = 1}));
  EXPECT_EQ(range_of(lexed.sources, tokens[2]),
            (SourceRange{.file = "model.stan", .line = 3, .column = 2, .length = 1}));
  EXPECT_EQ(range_of(lexed.sources, tokens[3]),
            (SourceRange{.file = "model.stan", .line = 4, .column = 3, .length = 3}));
}

TEST(Lexer, PutsIncludedFilesInPlace) {
  const Includes includes =
      from_map({{"lib/b.stan", "b1\n  b2 #include \"c.stan\"\nb3"}, {"lib/c.stan", "c"}});
  const Lexed lexed = lex_text("a1\n#include <b.stan>\na2", includes);
  EXPECT_EQ(texts(lexed), (std::vector<std::string>{"a1", "b1", "b2", "c", "b3", "a2"}));
  EXPECT_EQ(range_of(lexed.sources, lexed.tokens.tokens[2]),
            (SourceRange{.file = "lib/b.stan", .line = 2, .column = 3, .length = 2}));
  EXPECT_EQ(range_of(lexed.sources, lexed.tokens.tokens[5]),
            (SourceRange{.file = "model.stan", .line = 3, .column = 1, .length = 2}));
}

TEST(Lexer, PrefersTheFolderOfTheIncludingFile) {
  const Includes includes =
      from_map({{"lib/b.stan", "#include c.stan"}, {"lib/c.stan", "near"}, {"c.stan", "far"}});
  EXPECT_EQ(texts(lex_text("#include b.stan", includes)), std::vector<std::string>{"near"});
  EXPECT_EQ(texts(lex_text("#include c.stan", includes)), std::vector<std::string>{"far"});
}

TEST(Lexer, RefusesIncludesThatGrowWithoutEnd) {
  // Each file includes the next one twice: 2^20 copies of the last.
  std::map<std::string, std::string> files;
  for (int i = 0; i < 20; ++i) {
    const std::string line = "#include f" + std::to_string(i + 1) + "\n";
    files["f" + std::to_string(i)] = line + line;
  }
  files["f20"] = "x";
  const Lexed lexed = lex_text("#include f0", from_map(files));
  ASSERT_FALSE(lexed.tokens.problems.empty());
  EXPECT_EQ(lexed.tokens.problems[0].error.message, "more than 1000 files are included");
}

TEST(Lexer, IsNotStoppedByZeroBytesOrBrokenUtf8) {
  const Lexed lexed = lex_text(std::string("a \0\xFF\xC3 b", 7));
  EXPECT_EQ(texts(lexed), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(lexed.tokens.problems.size(), 1U);
}

TEST(ReadTextFile, FailsForFoldersAndAbsentFiles) {
  EXPECT_FALSE(read_text_file(AUTUMN_TEST_DATA));
  EXPECT_FALSE(read_text_file(std::string(AUTUMN_TEST_DATA) + "/nothing.stan"));
  EXPECT_EQ(read_text_file(std::string(AUTUMN_TEST_DATA) + "/parse/good/empty.stan").value(), "");
}

TEST(LineOf, UnderstandsAllEndsOfLines) {
  constexpr std::string_view kText = "a\nb\r\nc\rd\n";
  EXPECT_EQ(line_of(kText, 1), "a");
  EXPECT_EQ(line_of(kText, 2), "b");
  EXPECT_EQ(line_of(kText, 3), "c");
  EXPECT_EQ(line_of(kText, 4), "d");
  EXPECT_EQ(line_of(kText, 5), "");
  EXPECT_EQ(line_of(kText, 9), "");
}

}  // namespace
}  // namespace autumn::stan
