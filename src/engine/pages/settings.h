// The options of a run that its files tell, to make it again.
#pragma once

#include <string>

#include "output/files/csv_reader.h"

namespace autumn::engine {

// " --seed 1 --draws 500": what is not usual, as `autumn sample` takes it.
[[nodiscard]] std::string sample_options(const output::CsvFile& file);

}  // namespace autumn::engine
