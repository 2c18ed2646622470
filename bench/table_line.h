// This header has the lines of the table of `make bench`, and what measures each group of them.
#pragma once

#include <functional>
#include <string>

namespace autumn::bench {

struct TableLine {
  std::string what;
  std::string figure;
  std::string limit = "-";  // of code written by hand, measured in the same run
  std::string ratio = "-";
  std::string target;
  bool is_met = true;
  std::string remark = {};
};

// Lines are handed on as they are measured.
using Print = std::function<void(const TableLine&)>;

// The models of models.h beside their limits.
void measure_gradients(const Print& print);
// From a thousand rows to a million, where a gradient need not grow; and memory.
void measure_growth(const Print& print);
// Recovered draws and written files.
void measure_output(const Print& print);
// Preparation of the paper's programs, and whole processes of `autumn`, if its path is given.
void measure_processes(const Print& print, const std::string& autumn);

}  // namespace autumn::bench
