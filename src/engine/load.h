// Loading goes from a Stan file and a data file to a traced model.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/prepare.h"
#include "stan/syntax/ast.h"
#include "stan/syntax/source.h"
#include "trace/data/data.h"
#include "trace/trace.h"

namespace autumn::engine {

// A program that parsed and checked, with its texts for messages.
struct LoadedProgram {
  std::shared_ptr<const stan::Program> syntax;
  std::shared_ptr<const stan::Sources> sources;
};

// What went wrong, as text for people: every message with its place, line and caret.
struct LoadError {
  std::string text;
};
template <typename T>
using Loaded = std::variant<T, LoadError>;

// Syntax and types only.
[[nodiscard]] Loaded<LoadedProgram> load_program(const std::string& path,
                                                 const std::vector<std::string>& include_paths);
// The same from texts that need not be files.
[[nodiscard]] Loaded<LoadedProgram> load_program(const stan::SourceFile& file,
                                                 const stan::Includes& includes);

// An error if options name parameters or passes that are not there. Without data sizes are not
// known: `theta[3]` is taken for an element of a parameter `theta`.
[[nodiscard]] Status check_options(const LoadedProgram& program,
                                   const collapse::PlanOptions& plan_options,
                                   const std::vector<std::string>& without_passes);

// The program with its data; an empty path means no data.
[[nodiscard]] Loaded<trace::Traced> load_model(const LoadedProgram& program,
                                               const std::string& data_path,
                                               const trace::TraceOptions& options = {});
// The same with data that are read already.
[[nodiscard]] Loaded<trace::Traced> load_model(const LoadedProgram& program, trace::Data data,
                                               const trace::TraceOptions& options);

// What becomes of data that no draw needs. Programs can be asked why they refuse a point as long as
// theirs are kept.
enum class IdleData : std::uint8_t { kDropped, kKept };

// The same with the mistake as it is.
[[nodiscard]] Result<trace::Traced> trace_model(const LoadedProgram& program, trace::Data data,
                                                const trace::TraceOptions& options,
                                                IdleData idle = IdleData::kDropped);

// Text that shows an error of a later stage with its place in the program.
[[nodiscard]] std::string render(const LoadedProgram& program, const Error& error);

}  // namespace autumn::engine
