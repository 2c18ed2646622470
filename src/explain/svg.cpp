// This file draws the factor graphs as a picture that needs nothing else.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/html.h"
#include "base/words.h"
#include "explain/explain.h"
#include "explain/layout.h"

namespace autumn::explainer {
namespace {

constexpr double kHalfHeight = 14.0;  // of the ellipse of a node
constexpr double kPlateGap = 6.0;
constexpr double kSizeHeight = 9.0;  // for the number of elements in a plate
constexpr double kTitleHeight = 40.0;
constexpr double kLegendHeight = 40.0;
constexpr double kLegendWidth = 640.0;
constexpr double kTitleWidth = 290.0;
constexpr double kPanelGap = 30.0;

std::string text_at(PicturePoint at, std::string_view text, std::string_view attributes) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", at.x, at.y, attributes,
                     html_text(text));
}

std::string ellipse(PicturePoint at, double half_width, NodeKind kind) {
  std::string_view name;
  switch (kind) {
    case NodeKind::kKept: name = "kept"; break;
    case NodeKind::kCollapsed: name = "collapsed"; break;
    case NodeKind::kData: name = "data"; break;
  }
  return fmt::format(
      "<ellipse class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" rx=\"{:.1f}\" ry=\"{:.1f}\"/>\n", name,
      at.x, at.y, half_width, kHalfHeight);
}

std::string plate(PicturePoint at, double half_width, std::string_view label) {
  const double left = at.x - half_width - kPlateGap;
  const double top = at.y - kHalfHeight - kPlateGap;
  return fmt::format(
             "<rect class=\"plate\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
             "height=\"{:.1f}\" rx=\"4\"/>\n",
             left, top, 2.0 * (half_width + kPlateGap),
             2.0 * (kHalfHeight + kPlateGap) + kSizeHeight) +
         text_at({at.x + half_width + kPlateGap - 3.0,
                  at.y + kHalfHeight + kPlateGap + kSizeHeight - 4.0},
                 label, "class=\"size\" text-anchor=\"end\"");
}

// Where a line from the centre of an ellipse towards another point leaves it.
PicturePoint edge_of_ellipse(PicturePoint centre, double half_width, PicturePoint towards) {
  const double dx = towards.x - centre.x;
  const double dy = towards.y - centre.y;
  const double size = std::hypot(dx / half_width, dy / kHalfHeight);
  if (size == 0.0) return centre;
  return {centre.x + dx / size, centre.y + dy / size};
}

class Panel {
 public:
  Panel(const FactorGraph& graph, PicturePoint origin) : graph_(graph), layout_(lay_out(graph)) {
    for (auto* points : {&layout_.nodes, &layout_.factors}) {
      for (PicturePoint& point : *points) {
        point.x += origin.x;
        point.y += origin.y;
      }
    }
  }

  [[nodiscard]] const Layout& layout() const { return layout_; }

  [[nodiscard]] std::string to_svg() const {
    std::string text;
    for (std::size_t f = 0; f < graph_.factors.size(); ++f) text += edges(f);
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) text += node(n);
    for (std::size_t f = 0; f < graph_.factors.size(); ++f) text += square(f);
    return text;
  }

 private:
  [[nodiscard]] std::string node(std::size_t n) const {
    const GraphNode& node = graph_.nodes[n];
    const PicturePoint at = layout_.nodes[n];
    std::string text = node.plate.empty() ? "" : plate(at, half_width(node), node.plate);
    text += ellipse(at, half_width(node), node.kind);
    return text + text_at({at.x, at.y + 4.0}, node.name, "class=\"name\" text-anchor=\"middle\"");
  }

  [[nodiscard]] std::string square(std::size_t f) const {
    const PicturePoint at = layout_.factors[f];
    return fmt::format(
               "<rect class=\"factor\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.0f}\" "
               "height=\"{:.0f}\"/>\n",
               at.x - kSquare / 2.0, at.y - kSquare / 2.0, kSquare, kSquare) +
           text_at({at.x + kSquare, at.y + 4.0}, graph_.factors[f].name, "class=\"factor-name\"");
  }

  // Into the factor without an arrow head, out of it with one.
  [[nodiscard]] std::string edges(std::size_t f) const {
    std::string text;
    const PicturePoint square = layout_.factors[f];
    for (const Arrow& arrow : graph_.factors[f].from) {
      const PicturePoint start =
          edge_of_ellipse(layout_.nodes[arrow.node], half_width(graph_.nodes[arrow.node]), square);
      text += line(start, square, arrow.is_reversed, false);
    }
    for (const Arrow& arrow : graph_.factors[f].to) {
      const PicturePoint end =
          edge_of_ellipse(layout_.nodes[arrow.node], half_width(graph_.nodes[arrow.node]), square);
      text += line(square, end, arrow.is_reversed, true);
    }
    return text;
  }

  // Straight between neighbouring layers, else bent to pass beside what is between.
  [[nodiscard]] static std::string line(PicturePoint start, PicturePoint end, bool is_reversed,
                                        bool has_head) {
    const double rise = end.y - start.y;
    const bool is_straight = rise > 0.0 && rise < 1.3 * kLayerHeight;
    const double bend = std::max(0.3 * std::abs(rise), 40.0) * (start.x < end.x ? -1.0 : 1.0);
    const PicturePoint middle{(start.x + end.x) / 2.0 + bend, (start.y + end.y) / 2.0};
    const std::string path =
        is_straight ? fmt::format("L{:.1f} {:.1f}", end.x, end.y)
                    : fmt::format("Q{:.1f} {:.1f} {:.1f} {:.1f}", middle.x, middle.y, end.x, end.y);
    return fmt::format("<path class=\"edge{}\" d=\"M{:.1f} {:.1f} {}\"{}/>\n",
                       is_reversed ? " reversed" : "", start.x, start.y, path,
                       !has_head     ? ""
                       : is_reversed ? " marker-end=\"url(#reversed-head)\""
                                     : " marker-end=\"url(#head)\"");
  }

  const FactorGraph& graph_;
  Layout layout_;
};

constexpr std::string_view kStyle = R"(<style>
text { font-family: sans-serif; font-size: 13px; fill: #222; }
.title { font-size: 15px; font-weight: bold; }
.size, .factor-name { font-size: 11px; fill: #555; }
.kept { fill: #fff; stroke: #222; stroke-width: 1.5; }
.collapsed { fill: #fff; stroke: #888; stroke-width: 1.5; stroke-dasharray: 4 3; }
.data { fill: #ccc; stroke: #222; stroke-width: 1; }
.plate { fill: none; stroke: #999; }
.factor { fill: #222; }
.edge { fill: none; stroke: #444; stroke-width: 1.2; }
.reversed { stroke: #c22; stroke-dasharray: 5 3; }
</style>
)";

std::string marker(std::string_view name, std::string_view colour) {
  return fmt::format(
      "<marker id=\"{}\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" "
      "markerHeight=\"8\" orient=\"auto\"><path d=\"M0 0 L8 4 L0 8 z\" "
      "fill=\"{}\"/></marker>\n",
      name, colour);
}

std::string legend(PicturePoint at) {
  std::string text;
  const auto entry = [&](NodeKind kind, std::string_view name) {
    text += ellipse({at.x + 14.0, at.y}, 14.0, kind);
    text += text_at({at.x + 34.0, at.y + 4.0}, name, "class=\"factor-name\"");
    at.x += 110.0;
  };
  entry(NodeKind::kKept, "sampled");
  entry(NodeKind::kCollapsed, "collapsed");
  entry(NodeKind::kData, "data");
  text += fmt::format(
      "<path class=\"edge reversed\" d=\"M{:.1f} {:.1f} L{:.1f} {:.1f}\" "
      "marker-end=\"url(#reversed-head)\"/>\n",
      at.x, at.y, at.x + 34.0, at.y);
  return text + text_at({at.x + 42.0, at.y + 4.0}, "reversed: drawn given what depended on it",
                        "class=\"factor-name\"");
}

std::string title(std::string_view when, std::size_t dimension) {
  return fmt::format("{}: {} to sample", when, counted(dimension, "dimension"));
}

}  // namespace

std::string to_svg(const Explanation& explanation) {
  const Panel before(explanation.before, {0.0, kTitleHeight});
  const double split = std::max(before.layout().width, kTitleWidth) + kPanelGap;
  const Panel after(explanation.after, {split, kTitleHeight});
  const double width =
      std::max(split + std::max(after.layout().width, kTitleWidth), kLegendWidth + 40.0);
  const double bottom = kTitleHeight + std::max(before.layout().height, after.layout().height);
  const double height = bottom + kLegendHeight;
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "viewBox=\"0 0 {0:.0f} {1:.0f}\">\n",
      width, height);
  text += kStyle;
  text += "<defs>\n" + marker("head", "#444") + marker("reversed-head", "#c22") + "</defs>\n";
  text += "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  text += text_at({20.0, 26.0}, title("before", explanation.dimension_before), "class=\"title\"");
  text +=
      text_at({split + 20.0, 26.0}, title("after", explanation.dimension_after), "class=\"title\"");
  text += before.to_svg() + after.to_svg();
  return text + legend({20.0, bottom + kLegendHeight / 2.0}) + "</svg>\n";
}

}  // namespace autumn::explainer
