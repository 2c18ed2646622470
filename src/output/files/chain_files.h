// The files of chains in a directory are found by their names: chain_1.csv, chain_2.bin, ...
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace autumn::output {

// Paths in the order of the chains' numbers, however many there are, of names that go on with
// `ending` after ".csv" or ".bin"; none if there is no such directory.
[[nodiscard]] std::vector<std::string> chain_files(const std::string& directory,
                                                   std::string_view ending = "");

// Whether this is the name of a chain's file, be it in its place, beside it, or put aside.
[[nodiscard]] bool is_chain_file(std::string_view name);

}  // namespace autumn::output
