// This file looks through a directory for the files of chains.
#include "output/files/chain_files.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace autumn::output {
namespace {

namespace fs = std::filesystem;

// The number of the chain, if this is a name of a chain's file with this ending.
std::optional<std::uint64_t> chain_number(std::string_view name, std::string_view ending) {
  constexpr std::string_view kBegin = "chain_";
  if (!name.starts_with(kBegin) || !name.ends_with(ending)) return std::nullopt;
  name.remove_prefix(kBegin.size());
  name.remove_suffix(std::min(name.size(), ending.size()));
  std::uint64_t number = 0;
  const auto [rest, code] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (code != std::errc{}) return std::nullopt;
  name.remove_prefix(static_cast<std::size_t>(rest - name.data()));
  return name == ".csv" || name == ".bin" ? std::optional(number) : std::nullopt;
}

}  // namespace

bool is_chain_file(std::string_view name) {
  for (const std::string_view ending : {"", ".part", ".replaced"}) {
    if (chain_number(name, ending)) return true;
  }
  return false;
}

std::vector<std::string> chain_files(const std::string& directory, std::string_view ending) {
  std::vector<std::pair<std::uint64_t, std::string>> found;
  std::error_code code;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, code)) {
    const std::string name = entry.path().filename().string();
    if (const auto number = chain_number(name, ending)) {
      found.emplace_back(*number, entry.path().string());
    }
  }
  std::ranges::sort(found);
  std::vector<std::string> paths;
  for (auto& [number, path] : found) paths.push_back(std::move(path));
  return paths;
}

}  // namespace autumn::output
