// This file puts a page together.
#include "output/page/page.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/html.h"
#include "output/page/page_data.h"

namespace autumn::output {
namespace {

std::string section(std::string_view title, std::string_view content) {
  return fmt::format("<section><h2>{}</h2>\n{}</section>\n", title, content);
}

std::string facts_html(const Page& page) {
  std::string text = "<div class=\"facts\">";
  for (const auto& [name, value] : page.facts) {
    text += fmt::format("<span>{} {}</span>", html_text(name), html_text(value));
  }
  return text + "</div>\n";
}

std::string warnings_html(const Page& page) {
  if (page.report.warnings.empty()) {
    return "<p class=\"good\">Nothing to worry about was found.</p>\n";
  }
  std::string text;
  for (const Warning& warning : page.report.warnings) {
    text += fmt::format("<div class=\"warning\"><strong>{}</strong><p>{}</p><p>{}</p></div>\n",
                        html_text(warning.finding), html_text(warning.meaning),
                        html_text(warning.advice));
  }
  return text;
}

constexpr std::string_view kSummary = R"(<div class="bar">
<input id="search" type="search" placeholder="search" aria-label="search variables">
<button id="before">before</button><button id="after">next</button><span id="where" class="soft"></span></div>
<div class="wide"><table id="summary"><thead><tr></tr></thead><tbody></tbody></table></div>
<p class="soft">A click on a heading sorts; a click on a row shows trace, density, ranks and autocorrelation.</p>
)";

std::string plots_html(std::string_view id) {
  return fmt::format("<div id=\"{}\" class=\"plots\"></div>\n", id);
}

bool has_column(const Page& page, std::string_view name) {
  if (page.chains.empty()) return false;
  const std::vector<std::string>& names = page.chains[0]->names();
  return std::ranges::find(names, name) != names.end();
}

std::string sections(const Page& page) {
  std::string text = section("Warnings", warnings_html(page));
  if (!page.collapse.empty()) text += section("What was integrated out", page.collapse);
  text += section("Summary", kSummary);
  text += section("Pairs that are known worst",
                  "<p class=\"soft\">The variables with the smallest bulk ESS; divergent draws in "
                  "red.</p>\n" +
                      plots_html("pairs"));
  if (!page.checks.empty()) {
    text += section("Data and replications",
                    "<p class=\"soft\">\"Larger\" is the share of replications whose statistic is "
                    "above that of the data: near 0 or 1 the model does not fit there.</p>\n" +
                        plots_html("checks"));
  }
  if (has_column(page, "energy__")) text += section("Energy", plots_html("energy"));
  text += section("Time", "<div id=\"timings\" class=\"wide\"></div>\n");
  if (!page.command.empty()) {
    text += section("To make it again", fmt::format("<pre>{}</pre>\n", html_text(page.command)));
  }
  if (!page.program.empty()) {
    text += section("Program", fmt::format("<pre>{}</pre>\n", html_text(page.program)));
  }
  return text;
}

}  // namespace

std::string to_html(const Page& page) {
  const std::string account =
      page.account.empty() ? "" : fmt::format("<p>{}</p>\n", html_text(page.account));
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}</title><link rel=\"icon\" href=\"data:,\">\n<style>{1}</style></head><body>\n"
      "<h1>{0}</h1>\n{2}{3}{4}"
      "<script type=\"application/json\" id=\"data\">{5}</script>\n<script>{6}{7}</script>\n"
      "</body></html>\n",
      html_text(page.title), page_style(), account, facts_html(page), sections(page),
      page_data(page), page_plots_script(), page_table_script());
}

}  // namespace autumn::output
