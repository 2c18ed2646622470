// What the script of a page draws: all its numbers as one JSON object.
#pragma once

#include <string>

#include "output/page/page.h"

namespace autumn::output {

// {"chains", "variables": [{"n", "s": [figures], "d": density, "r": ranks, "t": traces, "a":
// autocorrelations, "p": prior}], "energy", "pairs", "checks", "timings"}.
[[nodiscard]] std::string page_data(const Page& page);

// Its parts that are the same in every page.
[[nodiscard]] std::string_view page_style();
[[nodiscard]] std::string_view page_plots_script();
[[nodiscard]] std::string_view page_table_script();

}  // namespace autumn::output
