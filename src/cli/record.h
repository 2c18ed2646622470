// What is written down of a command so that it can be given again.
#pragma once

#include "cli/commands.h"
#include "engine/checkpoint/run_record.h"
#include "stan/syntax/source.h"

namespace autumn::cli {

// Of a run that is about to begin.
[[nodiscard]] Result<engine::RunRecord> record_of(const SampleOptions& options,
                                                  const stan::Sources& program,
                                                  const engine::RunOptions& run);

// The options of the words of a record, with what they meant where they were given: the process
// goes there, and sets its environment. The run wrote to `output`, an absolute path.
[[nodiscard]] Result<SampleOptions> options_of(const engine::RunRecord& record,
                                               const std::string& output);

}  // namespace autumn::cli
