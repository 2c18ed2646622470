// This file runs passes.
#include "passes/list.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace autumn::passes {
namespace {

bool is_disabled(const Pass& pass, const PassOptions& options) {
  return std::find(options.disabled.begin(), options.disabled.end(), pass.name) !=
         options.disabled.end();
}

void check_after(const Pass& pass, const Graph& graph) {
  const Status status = check(graph);
  if (status) return;
  AUTUMN_CHECK(false,
               fmt::format("pass {} makes a valid graph: {}", pass.name, status.error().message));
}

PassRecord run_one(const Pass& pass, const PassOptions& options, Rewritten& so_far) {
  const auto start = std::chrono::steady_clock::now();
  Rewritten next = pass.function(so_far.graph);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  check_after(pass, next.graph);
  PassRecord record{.name = pass.name,
                    .seconds = elapsed.count(),
                    .nodes_before = so_far.graph.size(),
                    .nodes_after = next.graph.size(),
                    .text = {}};
  if (options.with_text) {
    record.text = next.graph == so_far.graph ? "(unchanged)" : to_text(next.graph);
  }
  so_far = {std::move(next.graph), compose(so_far.map, next.map)};
  return record;
}

}  // namespace

Status check_names(std::span<const Pass> passes, std::span<const std::string> names) {
  std::vector<std::string> known;
  for (const Pass& pass : passes) known.emplace_back(pass.name);
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string near = nearest_word(name, known.data(), known.data() + known.size());
    return Error{.message = fmt::format("there is no pass named '{}'", name),
                 .suggestion = near.empty()
                                   ? fmt::format("the passes are {}", fmt::join(known, ", "))
                                   : fmt::format("did you mean '{}'?", near),
                 .where = {}};
  }
  return Done{};
}

PassesResult run_passes(const Graph& graph, std::span<const Pass> passes,
                        const PassOptions& options) {
  PassesResult result;
  result.rewritten.graph = graph;
  result.rewritten.map.resize(graph.size());
  for (std::uint32_t i = 0; i < graph.size(); ++i) result.rewritten.map[i] = NodeId{i};
  for (const Pass& pass : passes) {
    if (is_disabled(pass, options)) continue;
    result.records.push_back(run_one(pass, options, result.rewritten));
    if (options.on_record) options.on_record(result.records.back());
  }
  return result;
}

}  // namespace autumn::passes
