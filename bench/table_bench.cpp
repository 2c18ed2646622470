// This program prints the table of speed: every figure with its target, and beside gradients the
// limit, which is code written by hand for the model and measured in the same run. Usage:
// table_bench [AUTUMN]
#include <fmt/format.h>

#include <cstdio>

#include "base/instruction_set.h"
#include "table_line.h"

namespace {

void print(const autumn::bench::TableLine& row) {
  fmt::print("{:<62} {:>14} {:>12} {:>7} {:>12}  {}{}{}\n", row.what, row.figure, row.limit,
             row.ratio, row.target, row.is_met ? "met" : "NOT MET", row.remark.empty() ? "" : ": ",
             row.remark);
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
  fmt::print("instruction set {}\n", autumn::name_of(autumn::default_instruction_set()));
  fmt::print("{:<62} {:>14} {:>12} {:>7} {:>12}\n", "figure", "", "limit", "ratio", "target");
  autumn::bench::measure_gradients(print);
  autumn::bench::measure_output(print);
  autumn::bench::measure_processes(print, count > 1 ? arguments[1] : "");
  autumn::bench::measure_growth(print);
  fmt::print(
      "\nlimit: code written by hand for the model (bench/limits), batches taking turns with "
      "ours;\n"
      "all figures are the best of many.\n");
}
