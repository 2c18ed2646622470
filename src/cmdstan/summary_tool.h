// stansummary and diagnose: CmdStan's tools on files of draws.
#pragma once

#include <span>
#include <string>

namespace autumn::cmdstan {

int run_stansummary(std::span<const std::string> words);
int run_diagnose(std::span<const std::string> words);

}  // namespace autumn::cmdstan
