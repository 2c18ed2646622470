// This file asks whatever a proposal is for its density and its draws.
#include "sample/jumps/proposal.h"

namespace autumn::sampler {
namespace {

struct DimensionOf {
  std::size_t operator()(const PiecewiseDensity&) const { return 1; }
  std::size_t operator()(const Mixture& mixture) const { return mixture.dimension(); }
  std::size_t operator()(const PlaneDensity&) const { return 2; }
};

struct DensityAt {
  std::span<const double> x;

  double operator()(const PiecewiseDensity& line) const { return line.density(x[0]); }
  double operator()(const Mixture& mixture) const { return mixture.density(x); }
  double operator()(PlaneDensity& plane) const { return plane.density(x); }
};

struct DrawInto {
  Random& random;
  std::span<double> x;

  void operator()(const PiecewiseDensity& line) const { x[0] = line.draw(random); }
  void operator()(const Mixture& mixture) const { mixture.draw(random, x); }
  void operator()(PlaneDensity& plane) const { plane.draw(random, x); }
};

}  // namespace

std::size_t dimension_of(const Proposal& proposal) {
  return std::visit(DimensionOf{}, proposal);
}

double density_of(Proposal& proposal, std::span<const double> x) {
  return std::visit(DensityAt{x}, proposal);
}

void draw_from(Proposal& proposal, Random& random, std::span<double> x) {
  std::visit(DrawInto{random, x}, proposal);
}

void visit_fields(Fields& fields, Proposal& proposal) {
  static_assert(std::variant_size_v<Proposal> == 3, "each kind of proposal can be read");
  auto kind = static_cast<std::uint64_t>(proposal.index());
  fields("kind_of_proposal", kind);
  if (fields.is_reading() && kind == 0) proposal.emplace<0>();
  if (fields.is_reading() && kind == 1) proposal.emplace<1>();
  if (fields.is_reading() && kind == 2) proposal.emplace<2>();
  std::visit([&](auto& value) { fields("proposal", value); }, proposal);
}

}  // namespace autumn::sampler
