// This file reads the head of a file of draws, Autumn's or CmdStan's.
#include "engine/pages/settings.h"

#include <fmt/format.h>

#include <string_view>

namespace autumn::engine {
namespace {

// As the head calls it, as `autumn sample` does, and what is usual there.
struct Setting {
  std::string_view key, option, usual;
};
constexpr Setting kSettings[] = {{"seed", "seed", ""},
                                 {"num_samples", "draws", "1000"},
                                 {"num_warmup", "warmup", "1000"},
                                 {"autumn_warmup", "warmup", ""},
                                 {"thin", "thin", "1"},
                                 {"delta", "adapt-delta", "0.8"},
                                 {"max_depth", "max-depth", "10"},
                                 {"autumn_marginalize", "marginalize", ""},
                                 {"autumn_jumps", "jumps", ""}};
constexpr Setting kLists[] = {{"autumn_keep", "keep", ""},
                              {"autumn_collapse", "collapse", ""},
                              {"autumn_without_pass", "without-pass", ""}};

}  // namespace

std::string sample_options(const output::CsvFile& file) {
  std::string text;
  const auto value = [&](const Setting& setting) -> std::string {
    if (setting.key == "num_warmup" && output::find_value(file, "autumn_warmup")) return "";
    if (setting.key == "thin" && output::find_value(file, "autumn_thin")) return "auto";
    return output::find_value(file, setting.key).value_or("");
  };
  for (const Setting& setting : kSettings) {
    const std::string found = value(setting);
    if (found.empty() || found == setting.usual) continue;
    text += fmt::format(" --{} {}", setting.option, found);
  }
  for (const Setting& list : kLists) {
    std::string names = value(list);
    while (!names.empty()) {
      const std::size_t comma = names.find(", ");
      text += fmt::format(" --{} {}", list.option, names.substr(0, comma));
      names = comma == std::string::npos ? "" : names.substr(comma + 2);
    }
  }
  return text;
}

}  // namespace autumn::engine
