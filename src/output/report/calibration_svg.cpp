// This file draws a calibration as a picture that needs nothing else: a small histogram for each
// variable.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/words.h"
#include "output/diagnostics/calibration.h"

namespace autumn::output {
namespace {

constexpr std::size_t kMostPanels = 48;
constexpr std::size_t kPanelsPerRow = 6;
constexpr double kPanelWidth = 150.0;
constexpr double kPanelHeight = 84.0;
constexpr double kGap = 18.0;
constexpr double kName = 18.0;  // the line above a panel
constexpr double kHead = 62.0;
constexpr double kMargin = 20.0;

constexpr std::string_view kStyle = R"(<style>
text { font-family: sans-serif; font-size: 12px; fill: #222; }
.title { font-size: 15px; font-weight: bold; }
.note { font-size: 11px; fill: #555; }
.bar { fill: #4a7ab5; }
.wrong { fill: #c22; }
.band { fill: #ddd; }
.frame { fill: none; stroke: #999; }
</style>
)";

std::string text_at(double x, double y, std::string_view text, std::string_view attributes) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, attributes, text);
}

std::string box(std::string_view name, double x, double y, double width, double height) {
  return fmt::format(
      "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n", name,
      x, y, width, height);
}

// Runs per bin to heights: the same in all panels, so that they can be compared.
class Panels {
 public:
  explicit Panels(const Calibration& calibration) : calibration_(calibration) {
    for (std::size_t b = 0; b < calibration.expected.size(); ++b) {
      bands_.push_back(band_of(calibration, b));
      highest_ = std::max(highest_, 1.5 * bands_.back().high);
    }
  }

  [[nodiscard]] std::string panel(const VariableCalibration& variable, double x, double y) const {
    const bool is_wrong = variable.p_value < calibration_.limit();
    std::string text =
        text_at(x, y + kName - 5.0, variable.name, is_wrong ? "class=\"wrong\"" : "");
    text += text_at(
        x + kPanelWidth, y + kName - 5.0, fmt::format("p = {:.2g}", variable.p_value),
        is_wrong ? "class=\"wrong\" text-anchor=\"end\"" : "class=\"note\" text-anchor=\"end\"");
    const double top = y + kName;
    const double width = kPanelWidth / static_cast<double>(bands_.size());
    for (std::size_t b = 0; b < bands_.size(); ++b) {
      const double left = x + width * static_cast<double>(b);
      text += box("band", left, top + depth(bands_[b].high), width,
                  depth(bands_[b].low) - depth(bands_[b].high));
    }
    for (std::size_t b = 0; b < bands_.size(); ++b) {
      const double left = x + width * (static_cast<double>(b) + 0.2);
      const double drop = depth(variable.counts[b]);
      text += box(is_wrong ? "wrong" : "bar", left, top + drop, 0.6 * width, kPanelHeight - drop);
    }
    return text + box("frame", x, top, kPanelWidth, kPanelHeight);
  }

 private:
  // Below the upper edge of the panel.
  [[nodiscard]] double depth(double count) const {
    return kPanelHeight * (1.0 - std::min(count / highest_, 1.0));
  }

  const Calibration& calibration_;
  std::vector<Band> bands_;
  double highest_ = 1.0;
};

std::string head(const Calibration& calibration, std::size_t panels) {
  std::string text =
      text_at(kMargin, 24.0, calibration.is_calibrated() ? "Calibrated" : "NOT calibrated",
              "class=\"title\"");
  text +=
      text_at(kMargin, 40.0,
              fmt::format("{}; ranks of the truth among {}, low to high; a bar is beyond its grey "
                          "band once in 100 times by chance",
                          counted(calibration.runs, "run"), counted(calibration.draws, "draw")),
              "class=\"note\"");
  if (panels == calibration.variables.size()) return text;
  return text + text_at(kMargin, 54.0,
                        fmt::format("{} left out",
                                    counted(calibration.variables.size() - panels,
                                            "more variable, with a larger p-value, is",
                                            "more variables, all with larger p-values, are")),
                        "class=\"note\"");
}

}  // namespace

std::string to_svg(const Calibration& calibration) {
  const auto variables = shown(calibration, kMostPanels);
  const std::size_t rows = (variables.size() + kPanelsPerRow - 1) / kPanelsPerRow;
  const double row_height = kName + kPanelHeight + kGap;
  const double width = 2.0 * kMargin + kPanelsPerRow * (kPanelWidth + kGap) - kGap;
  const double height = kHead + static_cast<double>(rows) * row_height + kMargin;
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "viewBox=\"0 0 {0:.0f} {1:.0f}\">\n",
      width, height);
  text += kStyle;
  text += "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  text += head(calibration, variables.size());
  const Panels panels(calibration);
  for (std::size_t v = 0; v < variables.size(); ++v) {
    const double x = kMargin + static_cast<double>(v % kPanelsPerRow) * (kPanelWidth + kGap);
    const double y = kHead + static_cast<double>(v / kPanelsPerRow) * row_height;
    text += panels.panel(*variables[v], x, y);
  }
  return text + "</svg>\n";
}

}  // namespace autumn::output
