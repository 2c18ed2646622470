// This file finds arrays in the syntax that Stan 2.33 removed: `real x[N]` and `real[] x`.
#include "stan/advice/find_old_forms.h"

namespace autumn::stan {
namespace {

constexpr const char* kSizesAfterName =
    "arrays are declared as `array[N] real x`; sizes after the name were removed from Stan";

// One name of a declaration: its sizes, and where the next one begins.
struct OldName {
  std::size_t name = 0;
  std::size_t sizes = 0;  // the opening bracket, or 0
  std::size_t end = 0;    // the `,` or `;` behind it
};

bool has_sizes(TokenKind type) {
  return type != TokenKind::kInt && type != TokenKind::kReal && type != TokenKind::kComplex;
}

// The token behind `<lower=0, upper=1>`; `at` if there are no bounds.
std::size_t after_bounds(const TokenText& tokens, std::size_t at) {
  if (!tokens.is(at, TokenKind::kLess)) return at;
  for (++at; at < tokens.size() && !tokens.is(at, TokenKind::kGreater); ++at) {
    const TokenKind kind = tokens[at].kind;
    if (kind == TokenKind::kSemicolon) return at;
    if (kind == TokenKind::kLeftParen || kind == TokenKind::kLeftBracket ||
        kind == TokenKind::kLeftBrace) {
      at = tokens.closing(at);
    }
  }
  return at + 1;
}

bool is_empty_bracket(const TokenText& tokens, std::size_t at) {
  if (!tokens.is(at, TokenKind::kLeftBracket)) return false;
  ++at;
  while (tokens.is(at, TokenKind::kComma)) ++at;
  return tokens.is(at, TokenKind::kRightBracket);
}

// The comma or semicolon that ends a name of a declaration, or anything that cannot be in one.
std::size_t end_of_name(const TokenText& tokens, std::size_t at) {
  for (; at < tokens.size(); ++at) {
    switch (tokens[at].kind) {
      case TokenKind::kComma:
      case TokenKind::kSemicolon: return at;
      case TokenKind::kLeftParen:
      case TokenKind::kLeftBracket:
      case TokenKind::kLeftBrace: at = tokens.closing(at); break;
      case TokenKind::kRightParen:
      case TokenKind::kRightBrace: return tokens.size();
      default: break;
    }
  }
  return at;
}

std::vector<OldName> names_from(const TokenText& tokens, std::size_t at) {
  std::vector<OldName> names;
  while (tokens.is(at, TokenKind::kIdentifier)) {
    OldName name{.name = at};
    if (tokens.is(at + 1, TokenKind::kLeftBracket)) name.sizes = at + 1;
    name.end = end_of_name(tokens, at + 1);
    if (name.end >= tokens.size()) return {};
    names.push_back(name);
    if (tokens.is(name.end, TokenKind::kSemicolon)) break;
    at = name.end + 1;
  }
  return names;
}

std::string array_of(const TokenText& tokens, const OldName& name) {
  if (name.sizes == 0) return {};
  return "array" + tokens.between(name.sizes, tokens.closing(name.sizes)) + " ";
}

// `real[] x`, in the head of a function.
void find_unsized(const TokenText& tokens, std::size_t type, std::vector<OldForm>& forms) {
  const std::size_t closing = tokens.closing(type + 1);
  forms.push_back(
      {.where = tokens.where(type),
       .what = "an array argument or result is written `array[] " + std::string(tokens[type].text) +
               "`; brackets behind the type were "
               "removed from Stan",
       .instead = {},
       .is_refused = true,
       .edits = {tokens.insert_before(type, "array" + tokens.between(type + 1, closing) + " "),
                 tokens.remove(type + 1, closing)}});
}

}  // namespace

void find_old_array(const TokenText& tokens, std::size_t at, std::vector<OldForm>& forms) {
  const TokenKind type = tokens[at].kind;
  const bool is_new = at > 0 && tokens.is(at - 1, TokenKind::kRightBracket);
  if (type == TokenKind::kArray || type == TokenKind::kTuple || is_new) return;
  if (is_empty_bracket(tokens, at + 1)) return find_unsized(tokens, at, forms);
  std::size_t name = after_bounds(tokens, at + 1);
  if (has_sizes(type)) {
    if (!tokens.is(name, TokenKind::kLeftBracket)) return;
    name = tokens.closing(name) + 1;
  }
  const std::vector<OldName> names = names_from(tokens, name);
  bool is_old = false;
  for (const OldName& each : names) is_old = is_old || each.sizes != 0;
  if (!is_old) return;
  const std::string type_text = tokens.between(at, name - 1);
  OldForm form{.where = tokens.where(names.front().name),
               .what = kSizesAfterName,
               .instead = {},
               .is_refused = true,
               .edits = {}};
  std::string last = array_of(tokens, names.front());
  if (!last.empty()) form.edits.push_back(tokens.insert_before(at, last));
  for (const OldName& each : names) {
    const std::string array = array_of(tokens, each);
    if (array != last) {
      form.edits.push_back(tokens.replace(each.name - 1, ";"));
      form.edits.push_back(tokens.insert_before(each.name, array + type_text + " "));
      last = array;
    }
    if (each.sizes == 0) continue;
    form.where = is_old ? tokens.where(each.name) : form.where;
    is_old = false;
    form.edits.push_back(tokens.remove(each.sizes, tokens.closing(each.sizes)));
  }
  forms.push_back(std::move(form));
}

}  // namespace autumn::stan
