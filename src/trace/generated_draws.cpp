// Calls become steps of a plan and elements of an input.
#include "trace/generated_draws.h"

#include <algorithm>

#include "trace/distribution_call.h"
#include "trace/distribution_extra.h"

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
                  [](const dist::Argument& a) { return a.item == dist::Item::kScalar; });
  if (!is_simple) fail("not a distribution of single numbers");
  return *d;
}

}  // namespace

std::uint32_t DrawRecorder::site_of(const BuiltinCall& call, const dist::Distribution& d) {
  const auto next = static_cast<std::uint32_t>(plan_.sites.size());
  const auto [found, is_new] = sites_.try_emplace(&call.syntax, next);
  if (is_new) {
    plan_.sites.push_back(&d);
    parts_.emplace_back(d.arguments.size());
  }
  return found->second;
}

Value DrawRecorder::record(const BuiltinCall& call) {
  const dist::Distribution& d = distribution_of(call);
  const LaidOut laid = lay_out(call.syntax.name, d, nullptr, call.arguments);
  const std::size_t count = laid.count.value_or(1);
  if (plan_.size + count > kMostNumbers) fail("too many random numbers");
  const Dims dims = laid.count ? Dims{count} : Dims{};
  if (count == 0) return Value::numbers(call.type, dims, {});
  const std::uint32_t site = site_of(call, d);
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
