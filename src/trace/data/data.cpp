// This file binds data to declared variables, with a message for everything that does not fit.
#include "trace/data/data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <utility>

#include "base/display_name.h"

namespace autumn::trace {
namespace {

// "(8)", "(2,3)"; a lone number has none.
std::string dimensions_text(const Dims& dims) {
  return fmt::format("({})", fmt::join(dims, ","));
}

std::string place_text(const DataVariable& found) {
  if (!found.where.is_known()) return {};
  return fmt::format("in {}, line {}", found.where.file, found.where.line);
}

// What to do, and where in the data.
std::string advice(const DataVariable& found, const std::string& what) {
  const std::string place = place_text(found);
  if (place.empty() || what.empty()) return place + what;
  return place + ": " + what;
}

bool is_equal_but_for_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) ==
           std::tolower(static_cast<unsigned char>(y));
  });
}

// Of names of one or two letters every other one is near: only the case may differ then.
std::string nearest_name(const Data& data, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& [key, variable] : data) {
    if (is_equal_but_for_case(key, name)) return key;
    names.push_back(key);
  }
  if (name.size() < 3) return {};
  return nearest_word(name, names.data(), names.data() + names.size());
}

// The variable that a leaf is of.
std::string root_of(const std::string& leaf) {
  return leaf.substr(0, leaf.find_first_of("[:."));
}

bool is_of(const std::string& leaf, const std::string& root) {
  return root_of(leaf) == root;
}

// For a part of a tuple that has others, or for what is a tuple in the data or the program alone.
std::optional<Error> missing_part(const Data& data, const Declared& what) {
  const std::string root = root_of(what.name);
  for (const auto& [name, found] : data) {
    if (!is_of(name, root)) continue;
    const bool has_parts = name != root;
    if (root == what.name) {
      return Error{.message = fmt::format("`{}` is a tuple in the {}, but it is declared as `{}`",
                                          root, what.source, to_text(what.type)),
                   .suggestion = advice(found, ""),
                   .where = what.where};
    }
    return Error{
        .message = has_parts ? fmt::format("the {} for `{}` has no part `{}`", what.source, root,
                                           display_name(what.name))
                             : fmt::format("`{}` is a tuple, but the {} is not", root, what.source),
        .suggestion =
            advice(found, what.name.find('[') == std::string::npos
                              ? R"(a tuple is written {"1": ..., "2": ...})"
                              : R"(an array of tuples is written [{"1": ...}, {"1": ...}])"),
        .where = what.where};
  }
  return std::nullopt;
}

Error missing(const Data& data, const Declared& what) {
  if (auto error = missing_part(data, what)) return *error;
  const std::string root = root_of(what.name);
  const std::string file = data.empty() ? "" : data.begin()->second.where.file;
  const std::string near = nearest_name(data, root);
  Error error{.message = fmt::format("the {} for `{}` is missing", what.source, root),
              .suggestion = {},
              .where = what.where};
  if (!near.empty()) {
    error.suggestion = fmt::format("did you mean `{}`?", near);
    if (!file.empty()) error.suggestion += fmt::format(" {} has that", file);
  } else if (!file.empty()) {
    error.suggestion = fmt::format("add \"{}\" to {}", root, file);
  }
  return error;
}

std::string dimensions_hint(const DataVariable& found, const Dims& wanted) {
  if (found.dims.empty() && wanted == Dims{1}) {
    return fmt::format("write [{0}] rather than {0}", found.numbers[0]);
  }
  if (found.dims == Dims{1} && wanted.empty()) {
    return fmt::format("write {0} rather than [{0}]", found.numbers[0]);
  }
  const bool is_transposed =
      wanted.size() > 1 &&
      std::equal(wanted.begin(), wanted.end(), found.dims.rbegin(), found.dims.rend());
  return is_transposed ? "a matrix is a list of its rows, and an array a list of its elements" : "";
}

Error wrong_dimensions(const DataVariable& found, const Declared& what) {
  const std::string wanted =
      what.dims.empty() ? "is one number" : "needs dimensions " + dimensions_text(what.dims);
  const std::string given = found.dims.empty() ? "one number" : dimensions_text(found.dims);
  const bool is_complex = data_name(what.name) != what.name;
  return {.message = fmt::format("`{}` {}, but the {} has {}", display_name(data_name(what.name)),
                                 wanted, what.source, given),
          .suggestion = advice(found, is_complex ? "a complex number is written [real, imag]"
                                                 : dimensions_hint(found, what.dims)),
          .where = what.where};
}

Error not_an_integer(const DataVariable& found, const Declared& what) {
  std::size_t at = 0;
  std::vector<std::size_t> place = found.first_real;
  for (std::size_t k = place.size(); k-- > 0;) at = at * found.dims[k] + place[k];
  for (std::size_t& index : place) ++index;
  const double x = found.numbers[at];
  const std::string subject =
      place.empty()
          ? fmt::format("`{}`", display_name(what.name))
          : fmt::format("`{}`: element [{}]", display_name(what.name), fmt::join(place, ","));
  const bool is_whole = std::isfinite(x) && std::floor(x) == x;
  if (is_whole && !(x >= -2147483648.0 && x <= 2147483647.0)) {
    return {.message = fmt::format("{} is {}, but integers lie between -2147483648 and 2147483647",
                                   subject, x),
            .suggestion = advice(found, ""),
            .where = what.where};
  }
  const std::string number = is_whole ? fmt::format("{:.1f}", x) : fmt::format("{}", x);
  const std::string hint = is_whole ? fmt::format("write {:.0f} rather than {}", x, number) : "";
  return {.message = fmt::format("{} is {}, but it must be an integer", subject, number),
          .suggestion = advice(found, hint),
          .where = what.where};
}

// Whether the data fit what is declared; nothing to read (null) where there are no elements.
Result<const DataVariable*> find(const Data& data, const Declared& what) {
  AUTUMN_CHECK(what.dims.size() == what.type.rank(), "a declared variable has all its sizes");
  const DataVariable* nothing = nullptr;
  const auto broken = data.find(root_of(what.name));
  if (broken != data.end() && !broken->second.problem.empty()) {
    return Error{.message = fmt::format("`{}` cannot be read", broken->first),
                 .suggestion = advice(broken->second, broken->second.problem),
                 .where = what.where};
  }
  const auto entry = data.find(data_name(what.name));
  const bool is_empty = size_of(what.dims) == 0;
  if (entry == data.end()) {
    if (is_empty) return nothing;
    return missing(data, what);
  }
  const DataVariable& found = entry->second;
  // [] stands for any shape without elements.
  if (is_empty && size_of(found.dims) == 0) return nothing;
  Declared written = what;
  if (data_name(what.name) != what.name) written.dims.push_back(2);
  if (found.dims != written.dims) return wrong_dimensions(found, written);
  const bool wants_int = what.type.base == stan::Base::kInt;
  if (wants_int && !found.is_int) return not_an_integer(found, what);
  return &found;
}

}  // namespace

namespace {

// Of [real, imag] the part that the leaf is: the last index is the slowest.
std::vector<double> part_of(const std::vector<double>& numbers, const std::string& leaf) {
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  if (leaf.ends_with(".real")) return {numbers.begin(), middle};
  return {middle, numbers.end()};
}

}  // namespace

std::string data_name(const std::string& leaf) {
  if (!leaf.ends_with(".real") && !leaf.ends_with(".imag")) return leaf;
  std::string name = leaf.substr(0, leaf.rfind('.'));
  if (name.ends_with(']')) name.erase(name.rfind('['));
  return name;
}

Result<Value> bind(const Data& data, const Declared& what) {
  const auto found = find(data, what);
  if (!found) return found.error();
  std::vector<double> numbers;
  if (found.value() != nullptr) numbers = found.value()->numbers;
  if (data_name(what.name) != what.name) numbers = part_of(numbers, what.name);
  return Value::numbers(what.type, what.dims, std::move(numbers));
}

Status check_parts(const Data& data, std::span<const DeclaredLeaf> declared,
                   std::string_view source) {
  for (const auto& [name, found] : data) {
    // [] stands for any array of tuples without elements.
    if (name.find(':') == std::string::npos || size_of(found.dims) == 0) continue;
    const std::string root = root_of(name);
    const DeclaredLeaf* of = nullptr;
    bool is_declared = false;
    for (const DeclaredLeaf& what : declared) {
      if (!is_of(what.name, root)) continue;
      if (of == nullptr) of = &what;
      is_declared = is_declared || data_name(what.name) == name;
    }
    if (of == nullptr || is_declared) continue;
    return Error{.message = fmt::format("the {} for `{}` has the part `{}`, but `{}` is declared "
                                        "without it",
                                        source, root, display_name(name), root),
                 .suggestion = place_text(found),
                 .where = of->where};
  }
  return Done{};
}

Result<Value> take(Data& data, const Declared& what) {
  if (data_name(what.name) != what.name) return trace::bind(std::as_const(data), what);
  const auto found = find(data, what);
  if (!found) return found.error();
  std::vector<double> numbers;
  if (found.value() != nullptr) numbers = std::move(data.find(what.name)->second.numbers);
  return Value::numbers(what.type, what.dims, std::move(numbers));
}

}  // namespace autumn::trace
