// This file loads programs for the subcommands.
#include "cli/program.h"

#include <cstdio>
#include <filesystem>

namespace autumn::cli {

int fail(const std::string& text) {
  std::fputs(text.c_str(), stderr);
  return 1;
}

int fail(const Error& error) {
  return fail(to_text(error) + "\n");
}

std::optional<LoadedModel> load(const ProgramOptions& options, std::uint64_t seed) {
  auto program = engine::load_program(options.model, options.include_paths);
  if (const auto* error = std::get_if<engine::LoadError>(&program)) {
    fail(error->text);
    return std::nullopt;
  }
  auto traced = engine::load_model(
      std::get<engine::LoadedProgram>(program), options.data,
      {.print = [](const std::string& text) { std::printf("%s\n", text.c_str()); }, .seed = seed});
  if (const auto* error = std::get_if<engine::LoadError>(&traced)) {
    fail(error->text);
    return std::nullopt;
  }
  return LoadedModel{std::get<engine::LoadedProgram>(std::move(program)),
                     std::get<trace::Traced>(std::move(traced))};
}

std::string stem(const std::string& path) {
  return std::filesystem::path(path).stem().string();
}

}  // namespace autumn::cli
