// Both sides with the reference interpreter.
#include "recover/law.h"

#include <cmath>

#include "collapse/point.h"
#include "recover/recover.h"

namespace autumn::recover {
namespace {

using expr::Array;
using model::Model;

struct Total {
  double value = 0.0;
  double size = 0.0;
};

Total log_density_at(const Model& model, const std::vector<Array>& point) {
  expr::Builder builder(model.graph);
  std::vector<expr::NodeId> terms;
  for (const model::Factor& factor : model.factors) {
    terms.push_back(model::log_density(builder, factor));
  }
  Total total;
  for (const Array& term : expr::interpret(builder.graph(), terms, point)) {
    for (const double x : term.numbers) {
      total.value += x;
      total.size += std::abs(x);
    }
  }
  return total;
}

}  // namespace

double Law::error() const {
  return std::abs(joint - collapsed - recovery) / size;
}

Law collapse_law(const Model& model, const collapse::Collapsed& collapsed, std::uint64_t trial) {
  const std::vector<Array> kept = collapse::random_point(collapsed.model, trial);
  std::vector<Array> whole = collapse::whole_point(model, collapsed.recovery, kept);
  std::vector<expr::Shape> shapes;
  for (const Array& value : whole) shapes.push_back(value.shape);
  const Program program = prepare(collapsed.recovery, shapes);
  Recoverer recoverer(program);
  for (std::size_t i = 0; i < kept.size(); ++i) recoverer.set_kept(i, kept[i].numbers);
  recoverer.draw(20230, 1, trial);
  for (std::size_t v = 0; v < whole.size(); ++v) {
    const auto value = recoverer.variable(v);
    whole[v].numbers.assign(value.begin(), value.end());
  }
  const Total joint = log_density_at(model, whole);
  return {.joint = joint.value,
          .collapsed = log_density_at(collapsed.model, kept).value,
          .recovery = log_density(collapsed.recovery, whole),
          .size = 1.0 + joint.size};
}

}  // namespace autumn::recover
