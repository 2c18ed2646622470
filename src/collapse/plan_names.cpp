// This file looks up the names of variables and elements that the options of a plan have.
#include "collapse/plan_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace autumn::collapse {
namespace {

using model::Model;

// "theta" of "theta[3]". Brackets without a number belong to the name: "a[]:2" are the second parts
// of an array of tuples.
std::string_view name_in(std::string_view text) {
  const std::size_t open = text.rfind('[');
  const bool is_element = open != std::string_view::npos && open + 1 < text.size() &&
                          text[open + 1] >= '0' && text[open + 1] <= '9';
  return is_element ? text.substr(0, open) : text;
}

// As people write it: "a:2" for "a[]:2".
std::string without_brackets(std::string_view name) {
  std::string result;
  for (const char c : name) {
    if (c != '[' && c != ']' && c != ',') result += c;
  }
  return result;
}

bool is_called(std::string_view variable, std::string_view name) {
  return variable == name || without_brackets(variable) == name;
}

// Whether this is a part of the tuple or of the complex number with that name.
bool is_part_of(std::string_view variable, std::string_view name) {
  return variable.size() > name.size() && variable.starts_with(name) &&
         std::string_view("[:.").find(variable[name.size()]) != std::string_view::npos;
}

// All parts of what has this name; false if there are none.
bool insert_parts(const Model& model, std::string_view name, ElementSet& set) {
  bool has_parts = false;
  for (std::size_t v = 0; v < model.variables.size(); ++v) {
    if (!is_part_of(model.variables[v].name, name)) continue;
    set.insert_all(v);
    has_parts = true;
  }
  return has_parts;
}

std::vector<std::string> variable_names(const Model& model) {
  std::vector<std::string> names;
  for (const model::Variable& variable : model.variables) names.push_back(variable.name);
  return names;
}

Error unknown_name(std::span<const std::string> known, std::string_view name) {
  const std::string near = nearest_word(name, known.data(), known.data() + known.size());
  return {.message = fmt::format("there is no parameter `{}` to keep or collapse", name),
          .suggestion = near.empty() ? "" : fmt::format("did you mean `{}`?", near),
          .where = {}};
}

// The place of "theta[3]" or "theta[2,1]" in storage; nothing if it is no such place.
std::optional<std::size_t> place_of(const model::Variable& variable, std::string_view indices) {
  std::size_t place = 0;
  std::size_t stride = 1;
  for (const std::size_t extent : variable.dims) {
    std::size_t index = 0;
    const auto [end, error] =
        std::from_chars(indices.data(), indices.data() + indices.size(), index);
    if (error != std::errc{} || index < 1 || index > extent) return std::nullopt;
    indices.remove_prefix(static_cast<std::size_t>(end - indices.data()));
    if (indices.empty() || (indices[0] != ',' && indices[0] != ']')) return std::nullopt;
    indices.remove_prefix(1);
    place += stride * (index - 1);
    stride *= extent;
  }
  return indices.empty() ? std::optional(place) : std::nullopt;
}

// Items of vector and matrix types go as a whole.
void insert_item(const Model& model, std::size_t v, std::size_t element, ElementSet& set) {
  const model::Variable& variable = model.variables[v];
  const std::size_t length = model::item_size(variable.support.kind, variable.dims);
  const std::size_t items = set.size_of(v) / length;
  for (std::size_t k = 0; k < length; ++k) set.insert(v, element % items + items * k);
}

}  // namespace

Result<ElementSet> named_elements(const Model& model, const std::vector<std::string>& names) {
  ElementSet set(model);
  for (const std::string& text : names) {
    const std::string_view name = name_in(text);
    const auto at = std::ranges::find_if(model.variables, [&](const model::Variable& variable) {
      return is_called(variable.name, name);
    });
    if (at == model.variables.end()) {
      if (name.size() == text.size() && insert_parts(model, name, set)) continue;
      return unknown_name(variable_names(model), name);
    }
    const auto v = static_cast<std::size_t>(at - model.variables.begin());
    if (name.size() == text.size()) {
      set.insert_all(v);
      continue;
    }
    const std::optional<std::size_t> place =
        place_of(*at, std::string_view(text).substr(name.size() + 1));
    if (!place) {
      return Error{.message = fmt::format("`{}` is no element of `{}`", text, name),
                   .suggestion = "elements are written as in `theta[3]` or `b[2,1]`",
                   .where = {}};
    }
    insert_item(model, v, *place, set);
  }
  return set;
}

namespace {

// What is to be kept is not to be collapsed.
Status check_wishes(const PlanOptions& options) {
  for (const std::string& name : options.keep) {
    if (std::ranges::find(options.prefer, name) == options.prefer.end()) continue;
    return Error{.message = fmt::format("`{}` is to be kept and to be collapsed", name),
                 .suggestion = "give one of --keep and --collapse",
                 .where = {}};
  }
  return Done{};
}

}  // namespace

Status check_names(const Model& model, const PlanOptions& options) {
  if (Status status = check_wishes(options); !status) return status;
  for (const auto* names : {&options.keep, &options.prefer}) {
    if (const auto elements = named_elements(model, *names); !elements) return elements.error();
  }
  return Done{};
}

Status check_names(std::span<const std::string> parameters, const PlanOptions& options) {
  if (Status status = check_wishes(options); !status) return status;
  for (const auto* names : {&options.keep, &options.prefer}) {
    for (const std::string& text : *names) {
      const std::string_view name = name_in(text);
      const auto is_it = [&](const std::string& known) {
        return is_called(known, name) || is_part_of(known, name);
      };
      if (std::ranges::none_of(parameters, is_it)) {
        return unknown_name(parameters, name);
      }
    }
  }
  return Done{};
}

const std::map<std::string, Marginalize>& marginalize_names() {
  static const std::map<std::string, Marginalize> kNames{
      {"auto", Marginalize::kAuto}, {"none", Marginalize::kNone}, {"all", Marginalize::kAll}};
  return kNames;
}

void set_marginalize(PlanOptions& options, Marginalize which) {
  options.is_off = which == Marginalize::kNone;
  options.is_forced = which == Marginalize::kAll;
}

}  // namespace autumn::collapse
