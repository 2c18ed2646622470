// This file loads a program: it reads, parses, checks, resolves and traces.
#include "engine/load.h"

#include <utility>

#include "collapse/plan_names.h"
#include "engine/data_files.h"
#include "engine/rows/generated_work.h"
#include "stan/advice/old_forms.h"
#include "stan/printing/diagnostic.h"
#include "stan/syntax/parse.h"
#include "stan/types/check.h"
#include "stan/types/resolve.h"
#include "trace/builtin.h"

namespace autumn::engine {
namespace {

// Where a line is only old, the message shows it as it is written today.
LoadError mistakes_in(std::vector<Error> errors, const stan::Sources& sources) {
  stan::show_rewritten_lines(errors, sources);
  return {stan::render(errors, sources)};
}

}  // namespace

Loaded<LoadedProgram> load_program(const std::string& path,
                                   const std::vector<std::string>& include_paths) {
  auto text = stan::read_text_file(path);
  if (!text) return LoadError{to_text(text.error()) + "\n"};
  return load_program({path, std::move(text).value()}, stan::file_includes(path, include_paths));
}

Loaded<LoadedProgram> load_program(const stan::SourceFile& file, const stan::Includes& includes) {
  auto sources = std::make_shared<stan::Sources>(file.name, file.text);
  stan::ParseResult parsed = stan::parse(*sources, includes);
  if (!parsed.is_ok()) return mistakes_in(std::move(parsed.errors), *sources);
  auto program = std::make_shared<stan::Program>(std::move(parsed.program));
  std::vector<Error> errors = stan::check(*program);
  if (!errors.empty()) return mistakes_in(std::move(errors), *sources);
  stan::resolve(*program, trace::find_builtin);
  return LoadedProgram{std::move(program), std::move(sources)};
}

Status check_options(const LoadedProgram& program, const collapse::PlanOptions& plan_options,
                     const std::vector<std::string>& without_passes) {
  if (Status status = check_passes(without_passes); !status) return status;
  std::vector<std::string> names;
  for (const stan::Statement& statement : program.syntax->parameters) {
    if (const auto* declared = std::get_if<stan::Declaration>(&statement.node)) {
      names.push_back(declared->name);
    }
  }
  return collapse::check_names(names, plan_options);
}

Loaded<trace::Traced> load_model(const LoadedProgram& program, const std::string& data_path,
                                 const trace::TraceOptions& options) {
  trace::Data data;
  if (!data_path.empty()) {
    auto read = read_data(data_path);
    if (!read) return LoadError{to_text(read.error()) + "\n"};
    data = std::move(read).value();
  }
  return load_model(program, std::move(data), options);
}

Loaded<trace::Traced> load_model(const LoadedProgram& program, trace::Data data,
                                 const trace::TraceOptions& options) {
  auto traced = trace_model(program, std::move(data), options);
  if (!traced) return LoadError{render(program, traced.error())};
  return std::move(traced).value();
}

Result<trace::Traced> trace_model(const LoadedProgram& program, trace::Data data,
                                  const trace::TraceOptions& options, IdleData idle) {
  auto traced = trace::trace(program.syntax, std::move(data), options);
  if (!traced) return traced.error();
  trace::Traced result = std::move(traced).value();
  // Nothing reads the data or the program again then, and the model has what it needs of them.
  const bool is_idle = result.generated.is_empty() && !has_generated_work(result.generated);
  if (is_idle && idle == IdleData::kDropped) {
    result.generated.globals.clear();
    result.generated.program.reset();
  }
  return result;
}

std::string render(const LoadedProgram& program, const Error& error) {
  return stan::render(error, *program.sources) + "\n";
}

}  // namespace autumn::engine
