// This file drives `differentiate`: one sweep forward for what depends on an input, one back.
#include "passes/differentiate.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "passes/differentiate/adjoints.h"

namespace autumn::passes {
namespace {

using adjoints::Forward;
using expr::Index;
using expr::Op;
using expr::Shape;
using expr::Term;

// An adjoint that counts where the mask is not 0 and may be anything elsewhere; without a mask it
// counts everywhere. A mask is a scalar or has the shape of the adjoint.
struct Adjoint {
  Term term;
  std::optional<NodeId> mask = std::nullopt;
};

Term without_mask(const Adjoint& adjoint) {
  if (!adjoint.mask) return adjoint.term;
  return select(Term(adjoint.term.builder(), *adjoint.mask), adjoint.term, 0.0);
}

// What a node has received from its users so far.
struct Received {
  std::vector<Adjoint> terms;
  std::vector<NodeId> gathers;  // users that are gathers: added together at the end
};

class ReverseSweep {
 public:
  explicit ReverseSweep(const Graph& graph)
      : builder_(graph), outputs_(graph.outputs()), received_(graph.size()) {
    AUTUMN_CHECK(!outputs_.empty() && graph.shape(outputs_[0]).is_scalar(),
                 "what is differentiated is a scalar");
    mark_active();
    mark_masked();
  }

  [[nodiscard]] Graph run() {
    const auto size = static_cast<std::uint32_t>(received_.size());
    adjoints_.assign(size, kNoNode);
    if (is_active_[outputs_[0].value]) give(outputs_[0], Term(builder_, builder_.constant(1.0)));
    for (std::uint32_t i = size; i-- > 0;) {
      std::optional<Adjoint> adjoint = total(NodeId{i});
      if (!adjoint) continue;
      // Only elementwise operations keep elements apart.
      if (!expr::is_elementwise(builder_.graph().op(NodeId{i}))) {
        adjoint = Adjoint{without_mask(*adjoint)};
      }
      adjoints_[i] = adjoint->term.id();
      mask_ = adjoint->mask;
      give_to_operands(NodeId{i}, adjoint->term);
    }
    return finish();
  }

 private:
  // Active: the value changes, other than by jumps, with some input.
  void mark_active() {
    const Graph& graph = builder_.graph();
    is_active_.assign(graph.size(), false);
    for (std::uint32_t i = 0; i < graph.size(); ++i) {
      const NodeId id{i};
      bool is_active = graph.op(id) == Op::kInput;
      const auto operands = graph.operands(id);
      for (std::size_t k = 0; k < operands.size(); ++k) {
        is_active =
            is_active || (is_active_[operands[k].value] && adjoints::has_slope(graph.op(id), k));
      }
      is_active_[i] = is_active;
    }
  }

  // Masked: all that is made of it goes through a branch of a select, so that its adjoint is 0
  // where the branch is not taken. There its slopes may be anything, and count for nothing.
  void mark_masked() {
    const Graph& graph = builder_.graph();
    std::vector<bool> has_users(graph.size(), false);
    is_masked_.assign(graph.size(), true);
    for (const NodeId output : outputs_) is_masked_[output.value] = false;
    for (auto i = static_cast<std::uint32_t>(graph.size()); i-- > 0;) {
      is_masked_[i] = is_masked_[i] && has_users[i];
      const auto operands = graph.operands(NodeId{i});
      for (std::size_t k = 0; k < operands.size(); ++k) {
        const bool is_branch = graph.op(NodeId{i}) == Op::kSelect && k > 0;
        has_users[operands[k].value] = true;
        if (!is_branch && !is_masked_[i]) is_masked_[operands[k].value] = false;
      }
    }
  }

  void give(NodeId to, Term term, std::optional<NodeId> mask = std::nullopt) {
    received_[to.value].terms.push_back({term, mask});
  }

  // What an operand of a masked node receives: exactly 0 where the node's adjoint is, if no mask is
  // carried along.
  [[nodiscard]] Term masked(NodeId id, Term adjoint, Term given) {
    const Op op = builder_.graph().op(id);
    const bool is_safe = !is_masked_[id.value] || mask_ || given.id() == adjoint.id() ||
                         op == Op::kSelect || op == Op::kNegate || only_moves_or_adds(op);
    if (is_safe) return given;
    if (given.shape() == adjoint.shape() && expr::is_elementwise(op)) {
      return select(adjoint == 0.0, 0.0, given);
    }
    return select(sum(abs(adjoint)) == 0.0, 0.0, given);
  }

  // The adjoint of a node when all its users have been visited; nothing if none gave anything.
  [[nodiscard]] std::optional<Adjoint> total(NodeId id) {
    Received received = std::exchange(received_[id.value], {});
    if (!received.gathers.empty()) {
      received.terms.push_back({Term(builder_, scattered(id, received.gathers))});
    }
    if (received.terms.empty()) return std::nullopt;
    const std::optional<NodeId> mask = received.terms.front().mask;
    const bool is_common =
        is_masked_[id.value] && std::ranges::all_of(received.terms, [&](const Adjoint& adjoint) {
          return adjoint.mask == mask;
        });
    std::optional<Term> sum;
    for (const Adjoint& adjoint : received.terms) {
      const Term term = is_common ? adjoint.term : without_mask(adjoint);
      sum = sum ? *sum + term : term;
    }
    return Adjoint{*sum, is_common ? mask : std::nullopt};
  }

  // Many gathers of one array are transposed as one scatter: an array for each would take time and
  // space quadratic in its size.
  [[nodiscard]] NodeId scattered(NodeId id, std::span<const NodeId> gathers) {
    const Shape shape = builder_.shape(id);
    if (gathers.size() == 1) {
      const Index& index = builder_.graph().index(gathers[0]);
      return builder_.scatter_add(adjoints_[gathers[0].value], index, shape);
    }
    std::vector<NodeId> parts;
    std::vector<std::uint32_t> elements;
    for (const NodeId gather : gathers) {
      parts.push_back(adjoints_[gather.value]);
      const Index& index = builder_.graph().index(gather);
      for (std::size_t i = 0; i < index.size(); ++i) elements.push_back(index[i]);
    }
    return builder_.scatter_add(builder_.apply(Op::kConcat, parts),
                                Index::list(std::move(elements)), shape);
  }

  void give_to_operands(NodeId id, Term adjoint) {
    const Op op = builder_.graph().op(id);
    if (op == Op::kInput || op == Op::kConstant) return;
    if (op == Op::kPart) return give_to_kernel_operands(id, adjoint);
    const Forward forward = forward_of(id);
    if (op == Op::kConcat) return give_to_parts(forward, adjoint);
    for (std::size_t k = 0; k < forward.operands.size(); ++k) {
      const Term x = forward.operands[k];
      if (!is_active_[x.id().value] || !adjoints::has_slope(op, k)) continue;
      if (op == Op::kGather) {
        received_[x.id().value].gathers.push_back(id);
      } else if (op == Op::kSelect && is_masked_[x.id().value] && x.shape() == adjoint.shape()) {
        give(x.id(), adjoint, taken(forward, k).id());
      } else {
        const Adjoint given{contribution(id, forward, k, adjoint), mask_};
        // A scalar that met an array receives the sum over its elements.
        if (x.shape() == given.term.shape()) {
          give(x.id(), given.term, given.mask);
        } else {
          give(x.id(), sum(without_mask(given)));
        }
      }
    }
  }

  // Where a branch of a select counts.
  [[nodiscard]] Term taken(const Forward& forward, std::size_t branch) {
    const Term condition = forward.operands[0];
    const Term here = branch == 1 ? condition : !condition;
    return mask_ ? Term(builder_, *mask_) && here : here;
  }

  void give_to_parts(const Forward& forward, Term adjoint) {
    std::uint32_t start = 0;
    for (const Term& x : forward.operands) {
      const auto count = static_cast<std::uint32_t>(x.size());
      if (is_active_[x.id().value]) {
        const Term part = gather(adjoint, Index::range(start, count), x.shape());
        give(x.id(), part);
      }
      start += count;
    }
  }

  [[nodiscard]] Term contribution(NodeId id, const Forward& f, std::size_t k, Term adjoint) {
    switch (expr::class_of(f.op)) {
      case expr::OpClass::kUnary: return masked(id, adjoint, adjoints::unary(f, adjoint));
      case expr::OpClass::kBinary: return masked(id, adjoint, adjoints::binary(f, k, adjoint));
      case expr::OpClass::kTernary: return masked(id, adjoint, adjoints::ternary(f, k, adjoint));
      case expr::OpClass::kLeaf:
      case expr::OpClass::kStructural:
      case expr::OpClass::kPlaceholder: break;
    }
    return masked(id, adjoint, adjoints::structural(f, k, adjoint));
  }

  // The partials are there already: multiply.
  void give_to_kernel_operands(NodeId part, Term adjoint) {
    AUTUMN_CHECK(builder_.graph().node(part).payload == 0,
                 "the partials of a kernel do not depend on an input that is differentiated by");
    const NodeId kernel = builder_.graph().operand(part, 0);
    const std::vector<Term> operands = forward_of(kernel).operands;
    if (const auto through = builder_.graph().kernel(kernel).adjoint()) {
      return give_through(part, through, operands, adjoint);
    }
    for (std::uint32_t k = 0; k < operands.size(); ++k) {
      if (!is_active_[operands[k].id().value]) continue;
      const Term partials(builder_, builder_.part(kernel, 1 + k));
      const Term given = through_partials(adjoint, partials, operands[k].shape());
      give(operands[k].id(), masked(part, adjoint, given));
    }
  }

  // The kernel says what its operands receive.
  void give_through(NodeId value, const std::shared_ptr<const expr::Kernel>& through,
                    const std::vector<Term>& operands, Term adjoint) {
    std::vector<NodeId> inputs;
    for (const Term& x : operands) inputs.push_back(x.id());
    inputs.push_back(value);
    inputs.push_back(reshape(adjoint, Shape::vector(adjoint.size())).id());
    const Term given(builder_, builder_.part(builder_.kernel(through, inputs), 0));
    std::uint32_t start = 0;
    for (const Term& x : operands) {
      const auto count = static_cast<std::uint32_t>(x.size());
      if (is_active_[x.id().value]) {
        const Term part = gather(given, Index::range(start, count), x.shape());
        give(x.id(), masked(value, adjoint, part));
      }
      start += count;
    }
  }

  [[nodiscard]] static Term through_partials(Term adjoint, Term partials, Shape shape) {
    if (adjoint.shape().is_scalar()) return adjoint * partials;
    const Term g = reshape(adjoint, Shape::vector(adjoint.size()));
    return reshape(matmul(partials, g, expr::flag::kTransposeLeft), shape);
  }

  [[nodiscard]] Forward forward_of(NodeId id) {
    Forward forward{builder_.graph().op(id), Term(builder_, id), {}};
    for (const NodeId operand : builder_.graph().operands(id)) {
      forward.operands.emplace_back(builder_, operand);
    }
    return forward;
  }

  [[nodiscard]] Graph finish() {
    std::vector<NodeId> outputs{outputs_[0]};
    const std::size_t size = adjoints_.size();
    for (std::uint32_t slot = 0; slot < builder_.graph().inputs().size(); ++slot) {
      const NodeId input = builder_.input_node(slot);
      const bool is_used = input.value < size && adjoints_[input.value] != kNoNode;
      outputs.push_back(is_used
                            ? adjoints_[input.value]
                            : builder_.broadcast(builder_.constant(0.0), builder_.shape(input)));
    }
    outputs.insert(outputs.end(), outputs_.begin() + 1, outputs_.end());
    return std::move(builder_).finish(std::move(outputs));
  }

  Builder builder_;
  std::vector<NodeId> outputs_;
  std::vector<Received> received_;
  std::vector<NodeId> adjoints_;
  std::vector<bool> is_active_;
  std::vector<bool> is_masked_;
  std::optional<NodeId> mask_;  // of the adjoint that is given on
};

}  // namespace

Rewritten differentiate(const Graph& graph) {
  std::vector<NodeId> map(graph.size());
  for (std::uint32_t i = 0; i < map.size(); ++i) map[i] = NodeId{i};
  return {ReverseSweep(graph).run(), std::move(map)};
}

}  // namespace autumn::passes
