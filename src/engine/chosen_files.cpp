// This file finds the chains of directories, each of which counts once.
#include "engine/chosen_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/printable.h"
#include "output/files/chain_files.h"
#include "output/files/plain_file.h"
#include "output/files/replacement.h"

namespace autumn::engine {
namespace {

// Draws that were converted lie beside those that they were made of: a chain counts once. Where a
// run was converted before it was over, one format has more chains.
std::vector<std::string> in_one_format(std::vector<std::string> chains, const std::string& path,
                                       std::vector<std::string>& notes) {
  const auto is_text = [](const std::string& chain) { return chain.ends_with(".csv"); };
  const auto texts = static_cast<std::size_t>(std::ranges::count_if(chains, is_text));
  if (texts == 0 || texts == chains.size()) return chains;
  const bool takes_text = 2 * texts >= chains.size();
  std::erase_if(chains, [&](const std::string& chain) { return is_text(chain) != takes_text; });
  notes.push_back(fmt::format("`{}` has chains in two formats: those that end in {} are taken.",
                              printable_line(path), takes_text ? ".csv" : ".bin"));
  return chains;
}

bool is_chain(const std::string& path) {
  return output::is_chain_file(std::filesystem::path(path).filename().string());
}

std::string without_ending(const std::string& path) {
  return std::filesystem::path(path).replace_extension().string();
}

bool is_same_chain(const std::string& one, const std::string& other) {
  if (output::is_same_file(one, other)) return true;
  return is_chain(one) && is_chain(other) &&
         output::is_same_file(without_ending(one), without_ending(other));
}

// A chain that is counted twice would pass for two that agree.
Status check_different(std::span<const std::string> files) {
  for (std::size_t k = 0; k < files.size(); ++k) {
    for (std::size_t j = 0; j < k; ++j) {
      if (!is_same_chain(files[j], files[k])) continue;
      return Error{.message = fmt::format("`{}` and `{}` are the same chain", files[j], files[k]),
                   .suggestion = "name each chain once",
                   .where = {}};
    }
  }
  return Done{};
}

Status add_directory(const std::string& path, ChosenFiles& chosen) {
  const std::vector<std::string> chains =
      in_one_format(output::chain_files(path), path, chosen.notes);
  for (const std::string& chain : chains) {
    if (Status status = output::check_plain(chain); !status) return status;
  }
  if (chains.empty()) {
    return Error{
        .message = fmt::format("there are no chain_1.csv, ... in the directory `{}`", path),
        .suggestion = "name the files, as CmdStan's clients have names of their own",
        .where = {}};
  }
  chosen.files.insert(chosen.files.end(), chains.begin(), chains.end());
  return Done{};
}

}  // namespace

Result<ChosenFiles> files_of_chains(std::span<const std::string> paths) {
  ChosenFiles chosen;
  for (const std::string& path : paths) {
    std::error_code code;
    if (!std::filesystem::is_directory(path, code)) {
      chosen.files.push_back(path);
    } else if (const Status status = add_directory(path, chosen); !status) {
      return status.error();
    }
  }
  if (const Status status = check_different(chosen.files); !status) return status.error();
  return chosen;
}

}  // namespace autumn::engine
