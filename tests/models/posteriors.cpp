// This file has the table of posteriors, and reads their references.
#include "posteriors.h"

#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <fstream>
#include <ostream>
#include <sstream>

namespace autumn::models {
namespace {

constexpr bool kQuick = true;
constexpr bool kSlow = false;

constexpr Posterior kPosteriors[] = {
    {"arK", kQuick},
    {"arma11", kSlow},
    {"blr", kQuick},
    {"dogs", kSlow},
    {"eight_schools_centered", kQuick},
    {"eight_schools_noncentered", kQuick},
    {"garch11", kSlow},
    {"gp_pois_regr", kSlow},
    {"gp_regr", kQuick},
    {"hmm_example", kSlow},
    {"kidscore_momiq", kQuick},
    {"kilpisjarvi", kSlow},
    {"logearn_interaction", kSlow},
    {"logmesquite_logvash", kQuick},
    {"lotka_volterra", kSlow},
    {"low_dim_gauss_mix", kSlow},
    {"nes", kSlow},
    {"radon_variable_intercept_centered", kQuick},
    {"radon_variable_intercept_noncentered", kSlow},
    {"wells_dist", kSlow},
};

}  // namespace

void PrintTo(const Posterior& posterior, std::ostream* out) {
  *out << posterior.name;
}

std::span<const Posterior> all_posteriors() {
  return kPosteriors;
}

Reference read_reference(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  rapidjson::Document document;
  document.Parse(text.str().c_str());
  Reference reference;
  if (document.HasParseError() || !document.IsObject()) {
    ADD_FAILURE() << "cannot read " << path;
    return reference;
  }
  reference.draws = document["draws_or_ess"].GetDouble();
  for (const auto& entry : document["parameters"].GetObject()) {
    reference.parameters.push_back({.name = entry.name.GetString(),
                                    .mean = entry.value["mean"].GetDouble(),
                                    .sd = entry.value["sd"].GetDouble()});
  }
  return reference;
}

}  // namespace autumn::models
