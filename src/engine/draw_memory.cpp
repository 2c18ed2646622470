// This file compares what draws need with the memory of this machine.
#include "engine/draw_memory.h"

#include <fmt/format.h>

#include "base/display_name.h"
#include "base/memory.h"
#include "base/words.h"

namespace autumn::engine {
namespace {

constexpr double kGigabyte = 1e9;

// Of one column in all chains.
double bytes_of_column(const RunOptions& options) {
  const sampler::Settings& s = options.settings;
  const double rows = options.chains * (static_cast<double>(s.draws) +
                                        (s.save_warmup ? static_cast<double>(s.warmup) : 0.0));
  return rows * sizeof(double);
}

bool has_room(double bytes) {
  const auto memory = static_cast<double>(physical_memory());
  return memory == 0.0 || bytes <= memory;
}

Error no_room(const std::string& what, double bytes, const SourceRange& where) {
  return {
      .message = fmt::format("{} need {:.3g} GB of memory, but this machine has {:.3g} GB", what,
                             bytes / kGigabyte, static_cast<double>(physical_memory()) / kGigabyte),
      .suggestion = "ask for fewer draws or chains",
      .where = where};
}

}  // namespace

Status check_memory(std::size_t columns, const RunOptions& options) {
  const double bytes = bytes_of_column(options) * static_cast<double>(columns);
  if (has_room(bytes)) return Done{};
  return no_room("the draws", bytes, {});
}

Status check_memory(const trace::Traced& traced, const RunOptions& options) {
  const double column = bytes_of_column(options);
  double total = 0.0;
  const auto add = [&](const std::string& name, const trace::Dims& dims,
                       const SourceRange& where) -> Status {
    const std::size_t elements = trace::size_of(dims);
    total += column * static_cast<double>(elements);
    if (has_room(total)) return Done{};
    const std::string what = fmt::format("the draws up to `{}`, which has {},", display_name(name),
                                         counted(elements, "element"));
    return no_room(what, total, where);
  };
  for (const model::Variable& variable : traced.model.variables) {
    if (Status s = add(variable.name, variable.dims, variable.where); !s) return s;
  }
  for (const model::Output& output : traced.model.outputs) {
    if (Status s = add(output.name, output.dims, output.where); !s) return s;
  }
  for (const trace::GeneratedVariable& variable : traced.generated.made) {
    if (Status s = add(variable.name, variable.dims, variable.where); !s) return s;
  }
  return Done{};
}

}  // namespace autumn::engine
