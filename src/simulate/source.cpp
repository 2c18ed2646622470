// This file opens and closes models: observed data become symbols, or numbers.
#include "simulate/source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "expr/builder.h"
#include "passes/copy.h"
#include "simulate/observed.h"
#include "simulate/refusal.h"
#include "trace/trace.h"

namespace autumn::simulate {
namespace {

using Program = std::shared_ptr<const stan::Program>;

// A program that runs with data that are numbers and not with data that are to be drawn does
// something that depends on them. The tracer takes all that it does not know for parameters.
Error depends_on_drawn(const std::vector<std::string>& observed, const Error& error) {
  constexpr std::string_view kDepends = " depends on a parameter";
  constexpr std::string_view kNotYet = "not supported yet: ";
  constexpr std::string_view kUnknown = " of an expression that depends on parameters";
  std::string_view what = error.message;
  std::string_view does = "depends on";
  if (what.ends_with(kDepends)) {
    what.remove_suffix(kDepends.size());
  } else if (what.starts_with(kNotYet) && what.ends_with(kUnknown)) {
    what.remove_prefix(kNotYet.size());
    what.remove_suffix(kUnknown.size());
    does = "needs the numbers of";
  } else {
    what = "what is done here";
  }
  return refusal(
      fmt::format("{} {} data that are drawn (`{}`)", what, does, fmt::join(observed, "`, `")),
      "what a program does must not depend on what is on the left of `~`", error.where);
}

bool has_all(const trace::Data& data, const std::vector<std::string>& names) {
  return std::ranges::all_of(names, [&](const std::string& name) { return data.contains(name); });
}

Result<model::Model> opened(const Program& program, const trace::Data& data,
                            const trace::TraceOptions& options) {
  auto traced = trace::trace(program, data, options);
  if (traced) return std::move(traced.value().model);
  if (!has_all(data, options.observed)) return traced.error();
  const auto plain = trace::trace(program, data, {.seed = options.seed, .limits = options.limits});
  if (!plain) return plain.error();
  return depends_on_drawn(options.observed, traced.error());
}

// The same factors over a graph that has inputs for the observed data before all others.
model::Model opened(const Built& built) {
  expr::Builder builder;
  std::vector<model::Variable> observed;
  for (const Observation& o : built.observed) {
    observed.push_back({.name = o.name,
                        .dims = o.dims,
                        .support = {},
                        .node = builder.input(o.name, model::node_shape(o.dims)),
                        .where = o.where});
  }
  std::vector<expr::NodeId> inputs;
  for (const model::Variable& variable : built.model.variables) {
    inputs.push_back(builder.input(variable.name, built.model.graph.shape(variable.node)));
  }
  const std::vector<expr::NodeId> roots = model::roots(built.model);
  const std::vector<expr::NodeId> copies =
      passes::copy_into(builder, built.model.graph, roots, inputs);
  std::vector<expr::NodeId> map(built.model.graph.size());
  for (std::size_t k = 0; k < roots.size(); ++k) map[roots[k].value] = copies[k];
  model::Model model = model::with_graph(built.model, std::move(builder).finish({}), map);
  for (std::size_t k = 0; k < observed.size(); ++k) {
    model.factors[built.observed[k].factor].value = observed[k].node;
  }
  model.variables.insert(model.variables.begin(), observed.begin(), observed.end());
  return model;
}

model::Model closed(const Built& built, const trace::Data& data) {
  model::Model model = built.model;
  expr::Builder builder(model.graph);
  for (const Observation& o : built.observed) {
    const auto found = data.find(o.name);
    if (found == data.end()) continue;
    model.factors[o.factor].value =
        builder.constant(model::node_shape(o.dims), found->second.numbers);
  }
  model.graph = std::move(builder).finish({});
  return model;
}

Status check_names(const Built& built) {
  std::set<std::string> names;
  for (const Observation& o : built.observed) {
    if (o.is_half) {
      return refusal(fmt::format("`{}` has a distribution that is folded at zero", o.name),
                     "give it a distribution over the positive numbers", o.where);
    }
    if (!names.insert(o.name).second) {
      return refusal(fmt::format("two statements observe `{}`", o.name),
                     "give the data of each a name of their own", o.where);
    }
  }
  return Done{};
}

}  // namespace

Source source_of(Program program, std::uint64_t seed, const trace::Limits& limits) {
  Source source;
  source.observed = observed_names(*program);
  const trace::TraceOptions options{.seed = seed, .limits = limits, .observed = source.observed};
  source.open = [program, options](const trace::Data& data) {
    return opened(program, data, options);
  };
  source.close = [program = std::move(program), seed,
                  limits](const trace::Data& data) -> Result<model::Model> {
    auto traced = trace::trace_within(program, data, {.seed = seed, .limits = limits});
    if (!traced) return traced.error();
    return std::move(traced.value().model);
  };
  return source;
}

Result<Source> source_of(std::shared_ptr<const Built> built) {
  if (const Status status = check_names(*built); !status) return status.error();
  Source source;
  for (const Observation& o : built->observed) source.observed.push_back(o.name);
  source.open = [built](const trace::Data& /*data*/) { return opened(*built); };
  source.close = [built](const trace::Data& data) { return closed(*built, data); };
  return source;
}

}  // namespace autumn::simulate
