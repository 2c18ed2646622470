// The page of a run is one HTML file that shows it: no other file, no network, on any screen.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/draws.h"
#include "output/report/report_json.h"

namespace autumn::output {

// Data beside replications of them.
struct PredictiveCheck {
  std::string name;
  std::string replicated = {};  // the variable that has the replications; empty if none has
  std::vector<double> observed = {};
  std::vector<std::vector<double>> replications = {};  // each as long as the data
};

// A parameter with what its prior has drawn.
struct PriorDraws {
  std::string column;
  std::vector<double> draws;
};

struct Page {
  std::string title;
  // "seed": "1", in the order in which they are shown.
  std::vector<std::pair<std::string, std::string>> facts;
  std::string account;   // what was integrated out, in a line; empty if nobody knows
  std::string collapse;  // the explanation, as HTML; empty if nobody knows
  std::string program;   // its text; empty if nobody knows
  std::string command;   // that makes the run again; empty if nobody knows
  const RunReport& report;
  std::vector<const DrawTable*> chains;
  std::vector<PredictiveCheck> checks = {};
  std::vector<PriorDraws> priors = {};
};

[[nodiscard]] std::string to_html(const Page& page);

}  // namespace autumn::output
