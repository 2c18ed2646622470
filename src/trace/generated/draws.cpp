// This file records random numbers of traced quantities: calls become steps of a plan and elements
// of an input.
#include "trace/generated/draws.h"

#include <algorithm>
#include <utility>

#include "trace/distributions/call.h"
#include "trace/distributions/extra.h"

namespace autumn::trace {
namespace {

using expr::Op;
using expr::Shape;

const dist::Distribution& distribution_of(const BuiltinCall& call) {
  constexpr std::string_view kSuffix = "_rng";
  std::string_view name = call.syntax.name;
  if (!name.ends_with(kSuffix)) fail("no function of random numbers");
  name.remove_suffix(kSuffix.size());
  const dist::Distribution* d = find_distribution(name);
  const bool is_simple =
      d != nullptr && !is_extra(*d) && d->is_scalar() &&
      std::all_of(d->arguments.begin(), d->arguments.end(),
                  [](const dist::Argument& a) { return a.item != dist::Item::kMatrix; });
  if (!is_simple) fail("not a distribution of single numbers");
  return *d;
}

// What one number is drawn from.
DrawSite site_with(const dist::Distribution& d, const LaidOut& laid) {
  DrawSite site{&d, {}};
  for (std::size_t k = 0; k < d.arguments.size(); ++k) {
    const bool is_vector = d.arguments[k].item == dist::Item::kVector;
    if (is_vector && laid.count) fail("vectors with several draws");
    site.arguments.push_back(is_vector ? Shape::vector(laid.arguments[k].size()) : Shape::scalar());
  }
  return site;
}

}  // namespace

std::uint32_t DrawRecorder::site_of(const BuiltinCall& call, DrawSite site) {
  const auto next = static_cast<std::uint32_t>(plan_.sites.size());
  const auto [found, is_new] = sites_.try_emplace(&call.syntax, next);
  if (is_new) {
    parts_.emplace_back(site.arguments.size());
    plan_.sites.push_back(std::move(site));
  } else if (plan_.sites[found->second].arguments != site.arguments) {
    fail("arguments of different sizes");
  }
  return found->second;
}

Value DrawRecorder::record(const BuiltinCall& call) {
  // The interpreter draws on the side that is taken only.
  if (machine_.taken()) fail("whether a number is drawn depends on a parameter");
  const dist::Distribution& d = distribution_of(call);
  const LaidOut laid = lay_out(call.syntax.name, d, nullptr, call.arguments);
  const std::size_t count = laid.count.value_or(1);
  if (plan_.size + count > kMostNumbers) fail("too many random numbers");
  const Dims dims = laid.count ? Dims{count} : Dims{};
  if (count == 0) return Value::numbers(call.type, dims, {});
  const std::uint32_t site = site_of(call, site_with(d, laid));
  expr::Builder& builder = machine_.builder();
  for (std::size_t k = 0; k < laid.arguments.size(); ++k) {
    NodeId part = machine_.node(laid.arguments[k]);
    if (laid.count && laid.arguments[k].is_scalar()) {
      part = builder.broadcast(part, Shape::vector(count));
    }
    parts_[site][k].push_back(part);
  }
  const auto first = static_cast<std::uint32_t>(plan_.size);
  plan_.size += count;
  if (plan_.steps.empty() || plan_.steps.back().site != site) plan_.steps.push_back({site, 0});
  plan_.steps.back().count += static_cast<std::uint32_t>(count);
  const auto places = expr::Index::range(first, static_cast<std::uint32_t>(count));
  return machine_.value(call.type, dims, builder.gather(numbers_, places, node_shape(dims)));
}

std::vector<NodeId> DrawRecorder::arguments() {
  std::vector<NodeId> nodes;
  for (const auto& site : parts_) {
    for (const std::vector<NodeId>& parts : site) {
      const NodeId joined =
          parts.size() == 1 ? parts[0] : machine_.builder().apply(Op::kConcat, parts);
      const Shape shape = Shape::vector(machine_.builder().shape(joined).size());
      nodes.push_back(machine_.builder().reshape(joined, shape));
    }
  }
  return nodes;
}

}  // namespace autumn::trace
