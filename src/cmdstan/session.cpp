// This file names the files of a session, writes their heads, and reads values.
#include "cmdstan/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "base/instruction_set.h"
#include "base/printable.h"
#include "cmdstan/arguments/text.h"
#include "engine/data_files.h"
#include "engine/version.h"
#include "output/files/run_configuration.h"
#include "output/files/text_files.h"
#include "stan/syntax/walk.h"
#include "trace/data/r_dump.h"

namespace autumn::cmdstan {
namespace {

namespace fs = std::filesystem;

std::string numbered(const std::string& path, std::uint32_t number) {
  const std::string base = without_ending(path);
  return fmt::format("{}_{}{}", base, number, path.substr(base.size()));
}

bool exists(const std::string& path) {
  std::error_code code;
  return fs::exists(path, code);
}

Error cannot_open(const std::string& path) {
  return {.message = fmt::format("Can't open specified file, \"{}\"", path),
          .suggestion = {},
          .where = {}};
}

std::string stanc_version() {
  const output::StanLevel level = output::kStanLevel;
  return fmt::format("stanc3 v{}.{}.{}", level.major, level.minor, level.patch);
}

std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

}  // namespace

std::vector<std::string> split_at_commas(const std::string& names) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (begin <= names.size()) {
    const std::size_t end = std::min(names.find(',', begin), names.size());
    parts.push_back(names.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::string without_ending(const std::string& path) {
  const fs::path whole(path);
  return whole.has_extension() ? (whole.parent_path() / whole.stem()).string() : path;
}

bool is_device(const std::string& name) {
  std::error_code code;
  const fs::file_status there = fs::status(name, code);
  return fs::exists(there) && !fs::is_regular_file(there) && !fs::is_directory(there);
}

std::vector<std::string> inputs_of(const Session& session) {
  const Arguments& a = session.arguments;
  std::vector<std::string> inputs{"/proc/self/exe", text_of(a, "data.file")};
  const auto add = [&](const std::string& path) {
    for (const std::string& name : split_at_commas(text_of(a, path))) {
      if (name.empty()) continue;
      inputs.push_back(name);
      for (std::uint32_t k = 0; k < session.chains && session.chains > 1; ++k) {
        inputs.push_back(numbered(name, session.id + k));
      }
    }
  };
  const std::string method = session.method();
  add("init");
  if (method == "sample" && choice_of(a, "sample.algorithm") == "hmc") {
    add("sample.algorithm.hmc.metric_file");
  }
  if (method == "generate_quantities") add("generate_quantities.fitted_params");
  if (method == "laplace") add("laplace.mode");
  if (method == "log_prob") add("log_prob.unconstrained_params");
  if (method == "log_prob") add("log_prob.constrained_params");
  return inputs;
}

std::vector<std::string> outputs_of(const Session& session) {
  const Arguments& a = session.arguments;
  const auto files_of = [&](const std::string& path) {
    const std::string name = text_of(a, path);
    return name.empty() ? std::vector<std::string>{} : output_files(session, name);
  };
  const bool is_one = session.method() == "pathfinder";  // for all its paths
  std::vector<std::string> outputs =
      is_one ? output_files(Session{}, text_of(a, "output.file")) : files_of("output.file");
  if (session.method() == "sample" && truth_of(a, "sample.adapt.save_metric")) {
    for (const std::string& file : files_of("output.file")) {
      outputs.push_back(without_ending(file) + "_metric.json");
    }
  }
  const std::string base = without_ending(outputs.front());
  if (session.method() == "pathfinder" && truth_of(a, "pathfinder.save_single_paths")) {
    for (std::uint32_t k = 0; k < session.chains; ++k) {
      const std::string path = fmt::format("{}_path_{}", base, session.id + k);
      outputs.push_back(path + ".csv");
      outputs.push_back(path + ".json");
    }
  }
  if (truth_of(a, "output.save_cmdstan_config")) outputs.push_back(base + "_config.json");
  if (session.method() == "sample") {
    for (std::string& file : files_of("output.diagnostic_file")) outputs.push_back(std::move(file));
  }
  if (!is_default(find(a, "output.profile_file"))) {
    outputs.push_back(text_of(a, "output.profile_file"));
  }
  return outputs;
}

std::vector<std::string> output_files(const Session& session, const std::string& name) {
  std::vector<std::string> files = split_at_commas(name);
  for (std::string& file : files) {
    if (!fs::path(file).has_extension() && !is_device(file)) file += ".csv";
  }
  if (session.chains == 1 || files.size() == session.chains) return files;
  const std::string base = files.front();
  files.clear();
  for (std::uint32_t k = 0; k < session.chains; ++k)
    files.push_back(numbered(base, session.id + k));
  return files;
}

Result<std::vector<std::string>> input_files(const Session& session, const std::string& name) {
  const std::vector<std::string> given = split_at_commas(name);
  std::vector<std::string> files;
  const bool are_numbered =
      session.chains > 1 && given.size() == 1 && exists(numbered(name, session.id));
  for (std::uint32_t k = 0; k < session.chains; ++k) {
    if (are_numbered) {
      files.push_back(numbered(name, session.id + k));
    } else {
      files.push_back(given[std::min<std::size_t>(k, given.size() - 1)]);
    }
    if (!exists(files.back())) return cannot_open(files.back());
  }
  return files;
}

std::string head_comments(const Session& session, const std::vector<Note>& notes) {
  const output::StanLevel level = output::kStanLevel;
  std::string text = fmt::format(
      "# stan_version_major = {}\n# stan_version_minor = {}\n# stan_version_patch = {}\n"
      "# model = {}\n# start_datetime = {}\n",
      level.major, level.minor, level.patch, session.embedded.model_name, session.start);
  text += tree_text(session.arguments, "# ", std::to_string(session.seed));
  text += fmt::format("# stanc_version = {}\n# stancflags = {}\n", stanc_version(),
                      printable_line(session.embedded.flags));
  text += fmt::format("# autumn_version = {}\n# autumn_instruction_set = {}\n", engine::kVersion,
                      name_of(default_instruction_set()));
  for (const Note& note : notes) {
    std::string value = note.value;
    std::ranges::replace(value, '\n', ' ');
    text += fmt::format("# {} = {}\n", note.key, printable_line(value));
  }
  return text;
}

std::string config_json(const Session& session) {
  const output::StanLevel level = output::kStanLevel;
  return fmt::format(
      "\n{{\n  \"stan_major_version\" : \"{}\",\n  \"stan_minor_version\" : \"{}\",\n"
      "  \"stan_patch_version\" : \"{}\",\n  \"model_name\" : {},\n  \"start_datetime\" : {},\n"
      "{},\n  \"mpi_enabled\" : false,\n  \"stanc_version\" : {},\n  \"stancflags\" : {}\n}}\n",
      level.major, level.minor, level.patch, in_quotes(session.embedded.model_name),
      in_quotes(session.start), tree_json(session.arguments), in_quotes(stanc_version()),
      in_quotes(session.embedded.flags));
}

Status write_profile(const Session& session) {
  std::vector<std::string> names;
  const stan::Program& program = *session.program.syntax;
  for (const stan::Statements* block : {&program.transformed_data, &program.transformed_parameters,
                                        &program.model, &program.generated_quantities}) {
    stan::each_statement(*block, [&](const stan::Statement& statement) {
      const auto* profile = std::get_if<stan::Profile>(&statement.node);
      const bool is_new =
          profile != nullptr && std::ranges::find(names, profile->name) == names.end();
      if (is_new) names.push_back(profile->name);
    });
  }
  if (names.empty()) return Done{};
  std::string text =
      "name,thread_id,total_time,forward_time,reverse_time,chain_stack,no_chain_stack,"
      "autodiff_calls,no_autodiff_calls\n";
  for (const std::string& name : names) text += name + ",0,nan,nan,nan,0,0,0,0\n";
  return output::write_text(text_of(session.arguments, "output.profile_file"), text);
}

Result<trace::Data> read_values(const std::string& path) {
  if (!exists(path)) return cannot_open(path);
  const bool is_json = fs::path(path).extension() == ".json";
  if (is_json || fs::path(path).extension() == ".autumn") return engine::read_data(path);
  std::fflush(stdout);
  std::fprintf(stderr,
               "Warning: file '%s' is being read as an 'RDump' file.\n"
               "\tThis format is deprecated; JSON files end in `.json`.\n",
               path.c_str());
  return trace::read_r_dump(path);
}

collapse::PlanOptions plan_options() {
  const char* value = std::getenv("AUTUMN_MARGINALIZE");
  const std::string_view text = value == nullptr ? "" : value;
  collapse::PlanOptions plan;
  plan.is_off = text == "0" || text == "none";
  plan.is_forced = text == "all";
  return plan;
}

}  // namespace autumn::cmdstan
