// Rolling of tuples turns N expressions of one graph into one array expression of another.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "expr/builder.h"
#include "model/roll/batch.h"
#include "model/roll/structure.h"
#include "model/roll/sums.h"

namespace autumn::model {

// Copies expressions from a graph into a builder. A tuple of nodes of one shape becomes a
// batch of its items; a vector packed from scalars is copied as the tuple of those scalars, and a
// long sum of scalars of one structure as the sum of their tuple. Equal
// tuples are opened once, with an explicit stack, so that neither repetition nor depth costs more
// than the graph is long.
class TupleRoller {
 public:
  // All three must outlive the roller. The builder has the inputs of the graph.
  TupleRoller(const expr::Graph& from, const Structure& structure, expr::Builder& to);

  // The copy of one node.
  [[nodiscard]] expr::NodeId copy(expr::NodeId id);
  // The items of a tuple; all have the same shape.
  [[nodiscard]] Rolled roll(std::span<const expr::NodeId> items);

 private:
  // A node that stands for itself, or a tuple.
  struct Ref {
    std::uint32_t index = 0;
    bool is_single = true;
  };
  // Neighbours in a packed vector.
  struct Run {
    Ref ref;
    std::size_t size = 1;
  };
  // A long sum of scalars: terms that stay, and tuples of terms of one structure and sign.
  struct SumPlan {
    std::vector<Signed> rest{};
    std::vector<Run> runs{};
    std::vector<bool> is_negative{};  // of each run
  };
  enum class State : std::uint8_t { kNew, kOpened, kDone };
  enum class TupleForm : std::uint8_t {
    kConstants,  // a constant array
    kGather,     // elements of one array, or of one array per item
    kConcat,     // items packed from parts
    kOperation,  // one operation on a batch
    kPick,       // rows of a tuple that was rolled before
    kJoin,       // parts of different structure, put together again
    kPack,       // every item by itself
  };
  struct Tuple {
    std::uint32_t first = 0;  // place of its items in items_
    std::uint32_t size = 0;
    State state = State::kNew;
    TupleForm form = TupleForm::kPack;
    expr::NodeId node{};
    std::vector<Ref> children{};
    std::vector<std::uint32_t> sizes{};   // kJoin: how many items each child stands for
    std::vector<std::uint32_t> places{};  // kPick, kGather, kJoin: where an item stands
  };
  struct Distinct {
    std::vector<expr::NodeId> items;
    std::vector<std::uint32_t> places;
  };

  // Interning of tuples. The items of a new tuple are appended to items_ first.
  [[nodiscard]] static bool all_equal(std::span<const expr::NodeId> items);
  [[nodiscard]] Ref intern(std::size_t first);
  [[nodiscard]] Ref ref_of(std::span<const expr::NodeId> items);
  [[nodiscard]] std::span<const expr::NodeId> items(const Tuple& tuple) const;
  [[nodiscard]] expr::Shape item_shape(Ref ref) const;
  [[nodiscard]] Rolled rolled(Ref ref) const;

  // The walk.
  void run(Ref root);
  [[nodiscard]] State& state(Ref ref);
  void push_children(Ref ref);
  void push_single_children(expr::NodeId id);
  void push(Ref ref);
  void build(Ref ref);
  // The tuple of all nodes alike to one that stands for itself, if they are many.
  struct Alike {
    Ref all;
    std::uint32_t place = 0;
  };
  [[nodiscard]] std::optional<Alike> alike(expr::NodeId id);
  [[nodiscard]] bool waits_for_alike(Ref ref);
  [[nodiscard]] std::optional<Alike> finished_alike(expr::NodeId id);

  // Opening: which form a tuple takes and what it needs.
  void open(Tuple& tuple);
  [[nodiscard]] bool is_alike(std::span<const expr::NodeId> items) const;
  void open_constants_or_operation(Tuple& tuple);
  void open_gather(Tuple& tuple);
  void open_operation(Tuple& tuple);
  void open_concat(Tuple& tuple);
  [[nodiscard]] bool reuse(Tuple& tuple);
  [[nodiscard]] bool reuse_homes(Tuple& tuple);
  void settle(std::uint32_t index, const Tuple& tuple);
  void split(Tuple& tuple, std::span<const std::uint64_t> keys);
  [[nodiscard]] Distinct distinct(std::span<const expr::NodeId> items);
  [[nodiscard]] std::size_t count_distinct(std::span<const expr::NodeId> items);

  // Building from finished children.
  [[nodiscard]] expr::NodeId build_tuple(const Tuple& tuple);
  [[nodiscard]] expr::NodeId build_single(expr::NodeId id);
  [[nodiscard]] expr::NodeId build_constants(const Tuple& tuple);
  [[nodiscard]] expr::NodeId build_gather(const Tuple& tuple);
  [[nodiscard]] expr::NodeId build_concat(const Tuple& tuple);
  [[nodiscard]] expr::NodeId build_operation(const Tuple& tuple);
  [[nodiscard]] expr::NodeId build_pick(const Tuple& tuple);
  [[nodiscard]] expr::NodeId build_join(const Tuple& tuple);
  [[nodiscard]] expr::NodeId build_pack(const Tuple& tuple);
  [[nodiscard]] std::vector<Run> concat_runs(expr::NodeId id);
  [[nodiscard]] bool plan_sum(expr::NodeId id);
  [[nodiscard]] expr::NodeId build_sum(const SumPlan& plan);
  [[nodiscard]] expr::NodeId build_packed(expr::NodeId id);

  const expr::Graph& from_;
  const Structure& structure_;
  expr::Builder& to_;

  std::vector<expr::NodeId> copies_;  // of single nodes
  std::vector<State> states_;         // of single nodes
  std::vector<Tuple> tuples_;
  std::vector<expr::NodeId> items_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> tuple_of_hash_;
  std::vector<Ref> stack_;
  std::unordered_map<std::uint32_t, SumPlan> sums_;  // of single nodes
  std::vector<std::optional<Ref>> alike_refs_;       // of groups of the structure
  // The costly tuple in which a node was opened, plus one, and its place there.
  std::vector<std::uint32_t> homes_;
  std::vector<std::uint32_t> home_places_;
  std::vector<std::uint32_t> marks_;
  std::vector<std::uint32_t> mark_places_;
  std::uint32_t last_mark_ = 0;
};

}  // namespace autumn::model
