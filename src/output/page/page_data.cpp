// This file writes the numbers of a page, short: plots need four digits.
#include "output/page/page_data.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/display_name.h"
#include "output/page/check_data.h"
#include "output/page/page_json.h"
#include "output/page/plots.h"

namespace autumn::output {
namespace {

constexpr std::size_t kTrace = 150, kLags = 40, kRankBins = 20, kEnergyBins = 40;
constexpr std::size_t kPairPoints = 800, kPairVariables = 4;

// Numbers from 0 to 255 between two ends, as two letters each: a trace needs no more.
std::string levels_json(std::span<const double> numbers, double low, double high) {
  std::string text = "\"";
  for (const double x : numbers) {
    const double share = high > low ? std::clamp((x - low) / (high - low), 0.0, 1.0) : 0.5;
    text += fmt::format("{:02x}", static_cast<int>(255.0 * share));
  }
  return text + "\"";
}

std::vector<double> column_of(const DrawTable& table, std::size_t column, std::size_t draws) {
  std::vector<double> values(draws);
  for (std::size_t r = 0; r < draws; ++r) values[r] = table.at(r, column);
  return values;
}

class Data {
 public:
  explicit Data(const Page& page) : page_(page) {
    const CommonPart common = common_part(page.chains);
    draws_ = common.draws;
    for (const std::size_t chain : common.chains) chains_.push_back(page.chains[chain]);
    if (!chains_.empty()) names_ = chains_[0]->names();
  }

  std::string text() const {
    return fmt::format(
        "{{\"chains\":{},\"draws\":{},\"variables\":[{}],\"energy\":[{}],\"pairs\":{},"
        "\"checks\":[{}],\"timings\":{}}}",
        chains_.size(), draws_, variables(), energy(), pairs(), checks(), timings());
  }

 private:
  std::vector<std::vector<double>> values_of(std::size_t column) const {
    std::vector<std::vector<double>> values;
    for (const DrawTable* chain : chains_) values.push_back(column_of(*chain, column, draws_));
    return values;
  }

  std::string variables() const {
    std::string text;
    std::size_t next = 0;
    for (std::size_t column = 0; column < names_.size(); ++column) {
      if (is_sampler_column(names_[column])) continue;
      text += (next == 0 ? "" : ",") + variable(page_.report.summary.variables[next], column);
      ++next;
    }
    return text;
  }

  std::string variable(const VariableSummary& v, std::size_t column) const {
    const auto values = values_of(column);
    std::vector<double> all;
    for (const auto& chain : values) all.insert(all.end(), chain.begin(), chain.end());
    const double figures[] = {v.mean, v.mcse,     v.sd,       v.q5,  v.q50,
                              v.q95,  v.ess_bulk, v.ess_tail, v.rhat};
    std::string text = fmt::format("{{\"n\":{},\"s\":{}", json_string(display_name(v.name)),
                                   figures_json(figures));
    const DensityCurve curve = density_curve(all);
    if (!curve.heights.empty()) {
      text += fmt::format(",\"d\":{},\"r\":{},\"t\":{},\"a\":{}", curve_json(curve),
                          numbers_json(rank_histograms(values, kRankBins)), traces(values),
                          numbers_json(autocorrelations(values, kLags)));
      text += prior(names_[column], curve);
    }
    return text + "}";
  }

  std::string traces(const std::vector<std::vector<double>>& values) const {
    double low = INFINITY, high = -INFINITY;
    for (const auto& chain : values) {
      low = std::min(low, *std::ranges::min_element(chain));
      high = std::max(high, *std::ranges::max_element(chain));
    }
    std::string text =
        fmt::format("{{\"lo\":{},\"hi\":{},\"y\":[", short_number(low), short_number(high));
    for (std::size_t c = 0; c < values.size(); ++c) {
      std::vector<double> shown;
      for (const std::size_t k : spread_places(draws_, kTrace)) shown.push_back(values[c][k]);
      text += (c == 0 ? "" : ",") + levels_json(shown, low, high);
    }
    return text + "]}";
  }

  // Where the posterior is, and as far again on both sides: a prior may reach much further.
  std::string prior(const std::string& name, const DensityCurve& posterior) const {
    const auto found = std::ranges::find(page_.priors, name, &PriorDraws::column);
    if (found == page_.priors.end()) return "";
    const double width = posterior.high - posterior.low;
    const Range shown{posterior.low - width, posterior.high + width};
    return ",\"p\":" + curve_json(density_curve(found->draws, shown));
  }

  std::optional<std::size_t> column(std::string_view name) const {
    const auto found = std::ranges::find(names_, name);
    if (found == names_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names_.begin());
  }

  // Of each chain: the energy around its mean, and its steps, in the same bins.
  std::string energy() const {
    const auto energies = column("energy__");
    if (!energies || draws_ < 2) return "";
    std::string text;
    for (const auto& chain : values_of(*energies)) {
      double mean = 0.0;
      for (const double x : chain) mean += x / static_cast<double>(chain.size());
      std::vector<double> around, steps;
      for (std::size_t k = 0; k < chain.size(); ++k) {
        around.push_back(chain[k] - mean);
        if (k > 0) steps.push_back(chain[k] - chain[k - 1]);
      }
      const double ends = std::max(std::abs(*std::ranges::min_element(around)),
                                   std::abs(*std::ranges::max_element(around)));
      if (!(ends > 0.0) || !std::isfinite(ends)) continue;
      text +=
          fmt::format("{}{{\"hi\":{},\"e\":{},\"s\":{}}}", text.empty() ? "" : ",",
                      short_number(ends), numbers_json(histogram(around, -ends, ends, kEnergyBins)),
                      numbers_json(histogram(steps, -ends, ends, kEnergyBins)));
    }
    return text;
  }

  // The variables that are known worst, with their draws and whether these diverged.
  std::string pairs() const {
    struct Candidate {
      double ess;
      std::size_t column;
      std::string name;
    };
    std::vector<Candidate> candidates;
    std::size_t next = 0;
    for (std::size_t c = 0; c < names_.size(); ++c) {
      if (is_sampler_column(names_[c])) continue;
      const VariableSummary& v = page_.report.summary.variables[next++];
      if (std::isfinite(v.ess_bulk)) candidates.push_back({v.ess_bulk, c, display_name(v.name)});
    }
    std::ranges::stable_sort(candidates, std::less<>(), &Candidate::ess);
    candidates.resize(std::min(candidates.size(), kPairVariables));
    std::vector<std::string> names;
    std::vector<std::string> values;
    for (const Candidate& candidate : candidates) {
      names.push_back(json_string(candidate.name));
      values.push_back(figures_json(pair_values(candidate.column)));
    }
    const auto divergent = column("divergent__");
    const std::vector<double> marks = divergent ? pair_values(*divergent) : std::vector<double>{};
    return fmt::format("{{\"names\":[{}],\"values\":[{}],\"divergent\":{}}}", fmt::join(names, ","),
                       fmt::join(values, ","), numbers_json(marks));
  }

  // All divergent draws, and some of the others.
  std::vector<double> pair_values(std::size_t wanted) const {
    const auto divergent = column("divergent__");
    std::vector<double> values;
    const std::size_t step = std::max<std::size_t>(1, chains_.size() * draws_ / kPairPoints);
    std::size_t at = 0, marked = 0;
    for (const DrawTable* chain : chains_) {
      for (std::size_t r = 0; r < draws_; ++r, ++at) {
        const bool is_divergent = divergent && chain->at(r, *divergent) != 0.0;
        const bool is_taken = at % step == 0 || (is_divergent && marked < kPairPoints);
        if (is_divergent && is_taken) ++marked;
        if (is_taken) values.push_back(chain->at(r, wanted));
      }
    }
    return values;
  }

  std::string checks() const {
    std::vector<std::string> checks;
    for (const PredictiveCheck& check : page_.checks) checks.push_back(check_json(check));
    return fmt::format("{}", fmt::join(checks, ","));
  }

  std::string timings() const {
    std::string text;
    for (const StageTime& time : page_.report.timings) {
      text += fmt::format("{}[{},{}]", text.empty() ? "" : ",", json_string(time.stage),
                          short_number(time.seconds));
    }
    return "[" + text + "]";
  }

  const Page& page_;
  std::vector<const DrawTable*> chains_;
  std::size_t draws_ = 0;
  std::vector<std::string> names_;
};

}  // namespace

// Between tags of a script, no text may look like the end of it.
std::string page_data(const Page& page) {
  std::string text = Data(page).text();
  for (std::size_t at = 0; (at = text.find("</", at)) != std::string::npos;)
    text.replace(at, 2, "<\\/");
  return text;
}

}  // namespace autumn::output
