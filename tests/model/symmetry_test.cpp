// These tests find matrices that are symmetric whatever their variables are, and some that are not.
#include "model/symmetry.h"

#include "model/roll_models.h"

namespace autumn::model {
namespace {

// A matrix exp(x * rows), of which a loop changed the diagonal: numbers that were moved out of it
// and back again.
bool is_symmetric_after_loop(const std::vector<Numbers>& rows) {
  Maker m;
  const Term kernel = exp(m.variable("x") * m.matrix(rows));
  const Term diagonal = gather(kernel, expr::Index::list({0, 3})) + m.number(1e-10);
  const Term others = gather(kernel, expr::Index::list({1, 2}));
  const Term changed = gather(concat({diagonal, others}), expr::Index::list({0, 2, 3, 1}),
                              expr::Shape::matrix(2, 2));
  m.output("K", {2, 2}, changed);
  const Model model = m.finish();
  return symmetric_nodes(model)[model.outputs[0].node.value];
}

TEST(SymmetricNodes, AMatrixStaysOneWhereALoopChangesItsDiagonal) {
  EXPECT_TRUE(is_symmetric_after_loop({{0.0, 1.0}, {1.0, 0.0}}));
  EXPECT_FALSE(is_symmetric_after_loop({{0.0, 1.0}, {2.0, 0.0}}));
}

}  // namespace
}  // namespace autumn::model
