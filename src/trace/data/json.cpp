// This file reads JSON data: it has the parser, its errors in our words, and files.
#include <fmt/format.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <memory>

#include "trace/data/data.h"
#include "trace/data/json_handler.h"
#include "trace/data/json_stream.h"

namespace autumn::trace {
namespace {

// Numbers come as they are written: the reader's own conversion reads beyond its tables where a
// number has hundreds of zeros behind the point.
constexpr unsigned kFlags = rapidjson::kParseNumbersAsStringsFlag | rapidjson::kParseNanAndInfFlag |
                            rapidjson::kParseValidateEncodingFlag;

using rapidjson::ParseErrorCode;

// For a word that stands where a value or a name should.
std::string suggestion_for_word(std::string_view word) {
  const auto begins_with = [&](std::string_view start) { return word.starts_with(start); };
  if (word == "]" || word == "}") return "remove the comma before it";
  if (word == "NA" || word == "None" || word == "NULL") return std::string(kMissingValues);
  if (word == "nan" || word == "NAN") return "write NaN";
  if (word == "inf" || word == "INF") return "write Inf";
  if (word == "-inf" || word == "-INF") return "write -Inf";
  if (begins_with(".") || begins_with("-.")) return "write a digit before the point";
  if (begins_with("+")) return "remove the plus sign";
  if (begins_with("'")) return "JSON uses double quotes";
  if (begins_with("/") || begins_with("#")) return "JSON has no comments";
  return {};
}

constexpr const char* kNumbers =
    "numbers have digits, a point and an exponent: no zeros before them, no `0x`, no comments";

// A comma is missed where a number goes on that should have ended: `03`, `0x3`, `3/*`.
bool is_odd_number(std::string_view word) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const std::string_view digits = word.starts_with("-") ? word.substr(1) : word;
  if (digits.empty() || !is_digit(digits[0])) return false;
  if (digits.size() > 1 && digits[0] == '0' && is_digit(digits[1])) return true;
  double number = 0.0;
  const char* end = digits.data() + digits.size();
  return std::from_chars(digits.data(), end, number).ptr != end;
}

std::string suggestion_for(ParseErrorCode code, std::string_view word) {
  const bool is_end = word.empty() || word == "}" || word == "]";
  switch (code) {
    case rapidjson::kParseErrorValueInvalid: return suggestion_for_word(word);
    case rapidjson::kParseErrorObjectMissName: {
      const std::string suggestion = suggestion_for_word(word);
      return suggestion.empty() && !is_end ? fmt::format("write \"{}\"", word) : suggestion;
    }
    case rapidjson::kParseErrorObjectMissCommaOrCurlyBracket:
      if (is_odd_number(word)) return kNumbers;
      return is_end ? "end the object with `}`" : "add a comma before it";
    case rapidjson::kParseErrorArrayMissCommaOrSquareBracket:
      if (is_odd_number(word)) return kNumbers;
      return is_end ? "end the array with `]`" : "add a comma before it";
    case rapidjson::kParseErrorNumberTooBig: return "the largest number is 1.797e308, then Inf";
    case rapidjson::kParseErrorDocumentRootNotSingular: return "all variables go in one object";
    case rapidjson::kParseErrorObjectMissColon:
    case rapidjson::kParseErrorNumberMissFraction:
    case rapidjson::kParseErrorNumberMissExponent:
    case rapidjson::kParseErrorStringUnicodeEscapeInvalidHex:
    case rapidjson::kParseErrorStringUnicodeSurrogateInvalid:
    case rapidjson::kParseErrorStringEscapeInvalid:
    case rapidjson::kParseErrorStringMissQuotationMark:
    case rapidjson::kParseErrorStringInvalidEncoding:
    case rapidjson::kParseErrorNone:
    case rapidjson::kParseErrorDocumentEmpty:
    case rapidjson::kParseErrorTermination:
    case rapidjson::kParseErrorUnspecificSyntaxError: break;
  }
  return {};
}

std::string expectation(ParseErrorCode code) {
  switch (code) {
    case rapidjson::kParseErrorValueInvalid: return "expected a number or an array";
    case rapidjson::kParseErrorObjectMissName: return "expected a name in double quotes";
    case rapidjson::kParseErrorObjectMissColon: return "expected `:` after the name";
    case rapidjson::kParseErrorObjectMissCommaOrCurlyBracket: return "expected `,` or `}`";
    case rapidjson::kParseErrorArrayMissCommaOrSquareBracket: return "expected `,` or `]`";
    case rapidjson::kParseErrorDocumentRootNotSingular: return "expected the end of the file";
    case rapidjson::kParseErrorNumberMissFraction: return "expected a digit after the point";
    case rapidjson::kParseErrorNumberMissExponent: return "expected a digit in the exponent";
    case rapidjson::kParseErrorStringUnicodeEscapeInvalidHex:
    case rapidjson::kParseErrorStringUnicodeSurrogateInvalid:
    case rapidjson::kParseErrorStringEscapeInvalid: return "expected an escape that JSON has";
    case rapidjson::kParseErrorStringMissQuotationMark: return "expected `\"` to end the text";
    case rapidjson::kParseErrorStringInvalidEncoding: return "expected UTF-8";
    case rapidjson::kParseErrorNumberTooBig: return "expected a number of double precision";
    case rapidjson::kParseErrorNone:
    case rapidjson::kParseErrorDocumentEmpty:
    case rapidjson::kParseErrorTermination:
    case rapidjson::kParseErrorUnspecificSyntaxError: break;
  }
  return "expected JSON";
}

bool is_printable(std::string_view word) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  return std::none_of(word.begin(), word.end(), is_control);
}

std::string found_text(ParseErrorCode code, const std::string& word) {
  if (word.empty()) return ", but found the end of the file";
  if (word == "\n" || word == "\r") return ", but found the end of the line";
  // What is no UTF-8 is not shown either.
  if (code == rapidjson::kParseErrorStringInvalidEncoding || !is_printable(word)) return {};
  return fmt::format(", but found `{}`", word);
}

// Whose value it is: an element has its index only where the error is about its value.
std::string subject_text(ParseErrorCode code, const JsonHandler& handler) {
  const std::string subject = handler.subject();
  if (subject.empty()) return {};
  const bool is_of_array = code == rapidjson::kParseErrorArrayMissCommaOrSquareBracket;
  return is_of_array ? fmt::format("`{}`: ", handler.name()) : subject + ": ";
}

Error syntax_error(JsonStream& stream, const JsonHandler& handler, const std::string& file,
                   const rapidjson::ParseResult& result) {
  ParseErrorCode code = result.Code();
  std::string word = stream.word_at(result.Offset());
  // The reader calls a text without an end on its line a bad escape.
  const bool is_line_end = word == "\n" || word == "\r";
  if (code == rapidjson::kParseErrorStringEscapeInvalid && is_line_end) {
    code = rapidjson::kParseErrorStringMissQuotationMark;
  }
  // It may have stopped inside or after a word, but not where a comma is wanted.
  const bool wants_comma = code == rapidjson::kParseErrorObjectMissCommaOrCurlyBracket ||
                           code == rapidjson::kParseErrorArrayMissCommaOrSquareBracket;
  const bool is_mark = word.find_first_of("[]{}:\"") == 0;
  const bool is_in_word = !word.empty() && !is_line_end && !(wants_comma && is_mark);
  const std::size_t start = is_in_word ? stream.word_start(result.Offset()) : result.Offset();
  if (is_in_word) word = stream.word_at(start);
  const auto [line, column] = stream.place_of(start);
  return {.message = subject_text(code, handler) + expectation(code) + found_text(code, word),
          .suggestion = suggestion_for(code, word),
          .where = {file, line, column, 1}};
}

Error no_object(JsonStream& stream, const std::string& file) {
  const std::size_t start = stream.Tell();
  const auto [line, column] = stream.place_of(start);
  const bool is_dump = stream.line_at(start).find("<-") != std::string_view::npos;
  Error error{.message = "expected a JSON object that begins with `{`, but ",
              .suggestion = R"(write the data as {"name": value, ...})",
              .where = {file, line, column, 1}};
  const std::string word = stream.word_at(start);
  error.message += word.empty() ? "the file is empty" : "found `" + word + "`";
  if (word.starts_with('\xff') || word.starts_with('\xfe')) {
    error.message = "expected UTF-8, but the file is UTF-16";
    error.suggestion = "save it as UTF-8";
  }
  if (is_dump) error.suggestion = "this looks like R's dump format: " + error.suggestion;
  return error;
}

Error read_failure(const std::string& path) {
  return {.message = fmt::format("cannot read `{}`: {}", path, std::strerror(errno)),
          .suggestion = {},
          .where = {}};
}

Result<Data> parse(JsonStream& stream, const std::string& file) {
  stream.skip_space();
  if (stream.has_failed()) return read_failure(file);
  if (stream.Peek() != '{') return no_object(stream, file);
  JsonHandler handler(stream, file);
  rapidjson::Reader reader;
  const rapidjson::ParseResult result = reader.Parse<kFlags>(stream, handler);
  if (stream.has_failed()) return read_failure(file);
  if (handler.error()) return *handler.error();
  if (result.IsError()) return syntax_error(stream, handler, file, result);
  if (!stream.is_at_end()) {
    const auto [line, column] = stream.place_of(stream.Tell());
    return Error{.message = "expected the end of the file, but found a byte that is zero",
                 .suggestion = {},
                 .where = {file, line, column, 1}};
  }
  return handler.take_data();
}

}  // namespace

Result<Data> parse_json(std::string_view text, const std::string& file_name) {
  JsonStream stream(text);
  return parse(stream, file_name);
}

Result<Data> read_json(const std::string& path) {
  const auto close = [](std::FILE* file) { std::fclose(file); };
  const std::unique_ptr<std::FILE, decltype(close)> file(std::fopen(path.c_str(), "rb"), close);
  if (file == nullptr) return read_failure(path);
  JsonStream stream(file.get());
  return parse(stream, path);
}

}  // namespace autumn::trace
