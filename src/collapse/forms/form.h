// A form says how an array expression contains the elements of variables, row by row.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "collapse/forms/elements.h"
#include "collapse/forms/running_sums.h"
#include "expr/builder.h"

namespace autumn::collapse {

using expr::Builder;
using expr::NodeId;

// How the elements of a term stand in the expression.
enum class TermKind : std::uint8_t {
  kLinear,      // coefficient * v
  kLog,         // coefficient * log v
  kPower,       // coefficient * v^exponent, and nothing is added (only in products)
  kFreePower,   // the same with v^(exponent * power), the power being free of v
  kComplement,  // 1 - v, exactly
  kOdds,        // v / (1 - v), exactly
  kOther,       // any other way
};

// Numbers read from a node: pair p reads number slots[p]. Without slots, a scalar node serves all
// pairs and any other node has one number per pair.
struct Numbers {
  NodeId node;
  std::vector<std::uint32_t> slots;
};

// Numbers of elements. Copies share them until one of them is changed, because the forms of a long
// recurrence have the same ones again and again.
class ElementList {
 public:
  ElementList() = default;
  ElementList(std::vector<std::uint32_t> elements)  // NOLINT: as a vector, in every other respect
      : elements_(std::make_shared<std::vector<std::uint32_t>>(std::move(elements))) {}
  ElementList(std::initializer_list<std::uint32_t> elements)
      : ElementList(std::vector<std::uint32_t>(elements)) {}

  [[nodiscard]] std::size_t size() const { return elements_ ? elements_->size() : 0; }
  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] std::uint32_t operator[](std::size_t i) const { return (*elements_)[i]; }
  [[nodiscard]] const std::uint32_t* begin() const {
    return elements_ ? elements_->data() : nullptr;
  }
  [[nodiscard]] const std::uint32_t* end() const { return begin() + size(); }
  [[nodiscard]] bool is_same_list(const ElementList& other) const {
    return elements_ == other.elements_;
  }

  void push_back(std::uint32_t element) { own().push_back(element); }
  // To be changed.
  [[nodiscard]] std::vector<std::uint32_t>& own() {
    if (!elements_) {
      elements_ = std::make_shared<std::vector<std::uint32_t>>();
    } else if (elements_.use_count() > 1) {
      elements_ = std::make_shared<std::vector<std::uint32_t>>(*elements_);
    }
    return *elements_;
  }

 private:
  std::shared_ptr<std::vector<std::uint32_t>> elements_;
};

// A relation between rows of an expression (its elements in storage order) and elements of a
// variable: a list of pairs, or all `row_count` rows against each of `elements` (pair p is then row
// p % row_count, element p / row_count), so that a product with a full matrix needs no list.
struct Pairs {
  bool is_dense = false;
  std::size_t row_count = 0;
  std::vector<std::uint32_t> rows;  // of a list
  ElementList elements;
  // Dense, and maybe fewer than it says: of a recurrence or a running sum that is too long to be
  // followed. (To say that more is in a row than there is refuses more, and nothing
  // else.)
  bool is_wide = false;
  bool is_rising = false;  // a list whose rows rise, so that one is found without reading all

  [[nodiscard]] std::size_t size() const {
    return is_dense ? row_count * elements.size() : elements.size();
  }
  [[nodiscard]] std::uint32_t row(std::size_t p) const {
    return is_dense ? static_cast<std::uint32_t>(p % row_count) : rows[p];
  }
  [[nodiscard]] std::uint32_t element(std::size_t p) const {
    return is_dense ? elements[p / row_count] : elements[p];
  }
};

// The part of one variable: for every pair, factor * multiplier * coefficient * (function of the
// element).
struct FormTerm {
  TermKind kind = TermKind::kLinear;
  double exponent = 1.0;
  std::optional<NodeId> power = std::nullopt;  // of kFreePower; a scalar
  std::uint32_t variable = 0;
  Pairs pairs = {};
  double factor = 1.0;
  std::optional<Numbers> multiplier = std::nullopt;   // constants; absent if all are one
  std::optional<Numbers> coefficient = std::nullopt;  // free of the candidates; absent if one
  bool is_unfollowed = false;  // kOther because there was too much to follow, whatever it is
};

// What is not in a term is free of the candidates: it is the expression with every candidate set to
// zero (for sums) or to one (for products).
struct Form {
  std::vector<FormTerm> terms;
  // Rows are products of powers of their elements and of something positive or free. Elements of
  // terms that are kOther may be anywhere in that something.
  bool is_product = true;

  [[nodiscard]] bool is_free() const { return terms.empty(); }
};

// Two sets of elements that are multiplied with each other somewhere: either may be collapsed, not
// both.
struct Conflict {
  ElementSet left;
  ElementSet right;
};

// Forms of the nodes of a model over a set of candidates, each made once. Where there are sums, an
// element of one of these items (which must be candidates as a whole) stands for the running sum in
// its place. Coefficients are new
// nodes of the builder, which starts as the model's graph.
class Forms {
 public:
  Forms(const model::Model& model, Builder& builder, ElementSet candidates,
        std::vector<SummedItem> sums = {});

  [[nodiscard]] const Form& of(NodeId node);
  // Products of candidates met so far.
  [[nodiscard]] const std::vector<Conflict>& conflicts() const { return conflicts_; }
  [[nodiscard]] Builder& builder() { return builder_; }
  [[nodiscard]] ElementSet elements_of(const Form& form) const;
  // Of x * y, where both may contain candidates.
  [[nodiscard]] Form product(NodeId x, NodeId y);
  // Of x - y.
  [[nodiscard]] Form difference(NodeId x, NodeId y);
  void note_conflict(const Form& x, const Form& y);

 private:
  void widen(Form& form);
  [[nodiscard]] Form make(NodeId node);
  [[nodiscard]] Form combined(Form left, Form right);
  [[nodiscard]] Form make_input(NodeId node) const;
  [[nodiscard]] std::optional<Form> make_summed_input(NodeId node) const;
  [[nodiscard]] Form make_unary(NodeId node);
  [[nodiscard]] Form make_binary(NodeId node);
  [[nodiscard]] Form make_quotient(NodeId x, NodeId y);
  [[nodiscard]] Form make_power(NodeId node);
  [[nodiscard]] Form make_select(NodeId node);
  [[nodiscard]] Form make_structural(NodeId node);
  [[nodiscard]] Form make_matrix_product(NodeId node);
  [[nodiscard]] Form make_solution(NodeId node);
  [[nodiscard]] Form make_other(NodeId node);

  const model::Model& model_;
  Builder& builder_;
  ElementSet candidates_;
  ElementSet none_;
  std::vector<SummedItem> sums_;
  std::vector<bool> is_zero_;  // per node of the model
  std::vector<std::optional<Form>> forms_;
  std::vector<ElementList> wide_;  // per variable, once it is needed
  std::vector<std::pair<const std::uint32_t*, std::uint32_t>> last_wide_conflict_;
  std::vector<Conflict> conflicts_;
};

}  // namespace autumn::collapse
