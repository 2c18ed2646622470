// This file reads signatures.def into a sorted table, once, and answers questions about names.
#include <algorithm>
#include <array>
#include <unordered_map>

#include "stan/types/signature.h"

namespace autumn::stan {

namespace {

constexpr std::string_view kTableText =
#include "stan/types/signatures.def"
    ;

constexpr std::string_view kSpaces = " \t";

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kSpaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

// Splits at `separator`, but not inside parentheses or brackets.
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '[') ++depth;
    if (text[i] == ')' || text[i] == ']') --depth;
    if (text[i] != separator || depth != 0) continue;
    parts.push_back(trim(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  if (!trim(text.substr(begin)).empty()) parts.push_back(trim(text.substr(begin)));
  return parts;
}

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text = trim(text.substr(prefix.size()));
  return true;
}

Base parse_base(std::string_view text) {
  for (const Base base :
       {Base::kInt, Base::kReal, Base::kVector, Base::kRowVector, Base::kMatrix, Base::kComplex,
        Base::kComplexVector, Base::kComplexRowVector, Base::kComplexMatrix}) {
    if (to_text(Type{base, 0}) == text) return base;
  }
  internal_error("signatures.def names only types that exist", __FILE__, __LINE__);
}

// Takes "array[,] " off the front and gives its rank.
std::uint32_t take_array_rank(std::string_view& text) {
  if (!text.starts_with("array[")) return 0;
  const std::size_t end = text.find(']');
  const auto rank = static_cast<std::uint32_t>(end - 5);
  text = trim(text.substr(end + 1));
  return rank;
}

Type parse_type(std::string_view text) {
  const std::uint32_t rank = take_array_rank(text);
  constexpr std::string_view kTuple = "tuple(";
  if (!text.starts_with(kTuple)) return {parse_base(text), rank};
  Type type{Base::kTuple, rank};
  text = text.substr(kTuple.size(), text.size() - kTuple.size() - 1);
  for (const std::string_view part : split(text, ',')) type.parts.push_back(parse_type(part));
  return type;
}

std::vector<Type> named_types(std::string_view text) {
  if (text == "ints") return {{Base::kInt, 0}, {Base::kInt, 1}};
  if (text == "reals")
    return {{Base::kReal, 0}, {Base::kReal, 1}, {Base::kVector, 0}, {Base::kRowVector, 0}};
  if (text == "vectors")
    return {{Base::kVector, 0}, {Base::kRowVector, 0}, {Base::kVector, 1}, {Base::kRowVector, 1}};
  std::vector<Type> types;
  for (const std::string_view part : split(text, '|')) types.push_back(parse_type(part));
  return types;
}

std::optional<Accepts> named_pattern(std::string_view text) {
  struct Word {
    std::string_view text;
    Accepts accepts;
  };
  constexpr std::array<Word, 8> kWords = {{{"any", Accepts::kAny},
                                           {"array", Accepts::kArray},
                                           {"sequence", Accepts::kSequence},
                                           {"container", Accepts::kContainer},
                                           {"T", Accepts::kElements},
                                           {"D", Accepts::kDense},
                                           {"T|real", Accepts::kLike},
                                           {"N", Accepts::kInts}}};
  for (const Word& word : kWords) {
    if (word.text == text) return word.accepts;
  }
  return std::nullopt;
}

Argument parse_argument(std::string_view text);

Argument parse_function(std::string_view text) {
  const std::size_t open = text.find('(');
  Argument argument{.accepts = Accepts::kFunction, .types = {parse_type(text.substr(0, open))}};
  for (const std::string_view part : split(text.substr(open + 1, text.size() - open - 2), ',')) {
    if (part == "...") {
      argument.takes_more = true;
    } else {
      argument.parameters.push_back(parse_argument(part));
    }
  }
  return argument;
}

Argument parse_pattern(std::string_view text) {
  if (const auto pattern = named_pattern(text)) return {.accepts = *pattern};
  if (text.ends_with(')')) return parse_function(text);
  if (text.ends_with('*') || text.ends_with('+')) {
    return {.accepts = Accepts::kRanked,
            .types = {parse_type(text.substr(0, text.size() - 1))},
            .min_rank = text.ends_with('+') ? 1U : 0U};
  }
  return {.accepts = Accepts::kOneOf, .types = named_types(text)};
}

Argument parse_argument(std::string_view text) {
  const bool is_data = take_prefix(text, "data ");
  Argument argument = parse_pattern(text);
  argument.is_data = is_data;
  argument.text = text;
  return argument;
}

struct ResultSpec {
  ResultRule rule;
  Type type;
};

ResultSpec parse_result(std::string_view text) {
  if (text == "same") return {ResultRule::kSame, {}};
  if (text == "R") return {ResultRule::kReals, {}};
  if (text == "N") return {ResultRule::kInts, {}};
  if (text.ends_with('*')) {
    return {ResultRule::kRanked, parse_type(text.substr(0, text.size() - 1))};
  }
  if (text.ends_with(" any")) return {ResultRule::kNested, {Base::kReal, take_array_rank(text)}};
  return {ResultRule::kType, parse_type(text)};
}

// One line of the table while it is read.
struct Line {
  bool is_redefinable = false;
  bool has_bar = false;
  bool takes_more = false;
  std::vector<std::string_view> names;
  std::vector<Argument> arguments;
};

void read_arguments(std::string_view text, Line& line) {
  const std::size_t bar = text.find(" | ");
  line.has_bar = bar != std::string_view::npos;
  if (line.has_bar) {
    line.arguments.push_back(parse_argument(trim(text.substr(0, bar))));
    text = trim(text.substr(bar + 3));
  }
  for (const std::string_view part : split(text, ',')) {
    if (part == "...") {
      line.takes_more = true;
    } else {
      line.arguments.push_back(parse_argument(part));
    }
  }
}

Signature make_signature(const Line& line, std::string name, ResultSpec result) {
  return {.name = std::move(name),
          .arguments = line.arguments,
          .rule = result.rule,
          .type = result.type,
          .has_bar = line.has_bar,
          .takes_more = line.takes_more,
          .is_redefinable = line.is_redefinable};
}

// name_rng takes what follows the bar and draws the outcome.
Signature make_random(const Line& line, std::string name, bool is_discrete) {
  const Type type{is_discrete ? Base::kInt : Base::kReal, 0};
  Signature signature = make_signature(line, std::move(name), {ResultRule::kRandom, type});
  signature.arguments.erase(signature.arguments.begin());
  signature.has_bar = false;
  return signature;
}

void add_distribution(const Line& line, std::string_view suffixes, std::vector<Signature>& table) {
  const bool is_discrete = suffixes.starts_with("lpmf");
  const ResultSpec density{ResultRule::kType, {Base::kReal, 0}};
  for (const std::string_view name : line.names) {
    for (const std::string_view suffix : split(suffixes, ' ')) {
      if (suffix == "rng") {
        table.push_back(make_random(line, std::string(name) + "_rng", is_discrete));
      } else if (suffix == "cdfs") {
        for (const char* each : {"_cdf", "_lcdf", "_lccdf"}) {
          table.push_back(make_signature(line, std::string(name) + each, density));
        }
      } else {
        table.push_back(
            make_signature(line, std::string(name) + "_" + std::string(suffix), density));
      }
    }
  }
}

void add_line(std::string_view text, std::vector<Signature>& table) {
  Line line;
  line.is_redefinable = take_prefix(text, "open ");
  const bool is_distribution_line = take_prefix(text, "distribution ");
  // The result is one word, or two for `array[] real`, or a tuple.
  std::string_view result = is_distribution_line ? "" : text.substr(0, text.find(' '));
  if (result.starts_with("array[")) result = text.substr(0, text.find(' ', result.size() + 1));
  if (result.starts_with("tuple(")) result = text.substr(0, text.find(')') + 1);
  text = trim(text.substr(result.size()));
  const std::size_t open = text.find('(');
  const std::size_t close = text.rfind(')');
  line.names = split(text.substr(0, open), ' ');
  read_arguments(text.substr(open + 1, close - open - 1), line);
  if (is_distribution_line) return add_distribution(line, trim(text.substr(close + 2)), table);
  for (const std::string_view name : line.names) {
    table.push_back(make_signature(line, std::string(name), parse_result(result)));
  }
}

struct Table {
  std::vector<Signature> signatures;
  std::unordered_map<std::string_view, std::span<const Signature>> by_name;
  std::vector<std::string> names;
  std::vector<std::string> distributions;
};

Table read_table() {
  Table table;
  for (std::string_view rest = kTableText; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    const std::string_view line = trim(rest.substr(0, end));
    if (!line.empty() && line[0] != '#') add_line(line, table.signatures);
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  }
  std::stable_sort(table.signatures.begin(), table.signatures.end(),
                   [](const Signature& a, const Signature& b) { return a.name < b.name; });
  const auto& all = table.signatures;
  for (std::size_t i = 0, next = 0; i < all.size(); i = next) {
    const std::string& name = all[i].name;
    while (next < all.size() && all[next].name == name) ++next;
    table.by_name[name] = std::span(all).subspan(i, next - i);
    table.names.push_back(name);
    if (name.ends_with("_lpdf") || name.ends_with("_lpmf")) {
      table.distributions.push_back(name.substr(0, name.size() - 5));
    }
  }
  std::sort(table.distributions.begin(), table.distributions.end());
  return table;
}

const Table& table() {
  static const Table kTable = read_table();
  return kTable;
}

}  // namespace

std::span<const Signature> all_signatures() {
  return table().signatures;
}

std::span<const std::string> function_names() {
  return table().names;
}

std::span<const std::string> distribution_names() {
  return table().distributions;
}

std::string without_proportionality(std::string_view name) {
  std::string plain(name);
  if (name.ends_with("_lupdf") || name.ends_with("_lupmf")) plain.erase(plain.size() - 4, 1);
  return plain;
}

std::span<const Signature> lookup(std::string_view name) {
  const auto& by_name = table().by_name;
  const auto found = by_name.find(name);
  if (found != by_name.end()) return found->second;
  if (!name.ends_with("_lupdf") && !name.ends_with("_lupmf")) return {};
  const auto plain = by_name.find(without_proportionality(name));
  return plain == by_name.end() ? std::span<const Signature>{} : plain->second;
}

std::optional<DistributionKind> distribution_kind(std::string_view name) {
  if (!lookup(std::string(name) + "_lpdf").empty()) return DistributionKind::kContinuous;
  if (!lookup(std::string(name) + "_lpmf").empty()) return DistributionKind::kDiscrete;
  return std::nullopt;
}

bool is_distribution(std::string_view name) {
  return distribution_kind(name).has_value();
}

}  // namespace autumn::stan
