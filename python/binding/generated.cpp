// This file makes generated quantities for draws that are there.
#include "engine/generate.h"
#include "method.h"

namespace autumn::python {
namespace {

using Rows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

DrawTable table_of(const std::vector<std::string>& columns, const Rows& rows) {
  if (rows.shape(1) != columns.size()) fail("draws have one number for each column");
  DrawTable table(columns);
  for (std::size_t r = 0; r < rows.shape(0); ++r) {
    table.append({rows.data() + r * columns.size(), columns.size()});
  }
  return table;
}

// The draws of each chain, with the names of their columns.
nb::list generate(const Model& model, const Data& data, const std::vector<std::string>& columns,
                  const std::vector<Rows>& chains, const nb::dict& options) {
  if (model.program() == nullptr) {
    fail(Error{"a model written in Python has no generated quantities",
               "its outputs are among the draws of `sample` already",
               {}});
  }
  const std::uint64_t seed = seed_of(option<std::uint64_t>(options, "seed"));
  std::vector<DrawTable> tables, made;
  for (const Rows& chain : chains) tables.push_back(table_of(columns, chain));
  std::vector<Columns> layout;
  Waiting waiting;
  (void)waited(waiting, [&] {
    const trace::Traced found = traced(model, data.variables, seed, waiting);
    if (found.generated.made.empty()) {
      fail(Error{.message = "the program has no generated quantities",
                 .suggestion = "declare them in a block `generated quantities`",
                 .where = {}});
    }
    const engine::Prepared prepared = engine::prepare_joint(found);
    layout = layout_of(prepared);
    for (std::size_t k = 0; k < tables.size(); ++k) {
      made.push_back(taken(model, engine::generate({.prepared = prepared,
                                                    .draws = tables[k],
                                                    .path = "draws",
                                                    .seed = seed,
                                                    .chain = static_cast<std::uint32_t>(k) + 1})));
    }
    return true;
  });
  nb::list result;
  for (const DrawTable& table : made) result.append(to_python(table, layout));
  return result;
}

// The draws of a file, as {columns, rows}.
nb::dict read_draws(const std::string& path) {
  const DrawTable table = taken(engine::read_fitted_draws(path));
  return to_python(table, {});
}

}  // namespace

void add_generated(nb::module_& m) {
  m.def("generate", &generate);
  m.def("read_draws", &read_draws);
}

}  // namespace autumn::python
