// This file explains models.
#include "engine/explain.h"

#include "engine/stages.h"
#include "model.h"
#include "options.h"

namespace autumn::python {
namespace {

explainer::Explanation explain(const Model& model, const Data& data, const nb::dict& options) {
  const collapse::PlanOptions plan = plan_options(options);
  const std::vector<std::string> without = names(options, "without_pass");
  Waiting waiting;
  return waited(waiting, [&] {
    const trace::Traced found = traced(model, data.variables, 0, waiting);
    return taken(model, engine::explain(found.model, plan, data.variables, without));
  });
}

std::string explain_stage(const Model& model, const Data& data, const std::string& stage,
                          const nb::dict& options) {
  const collapse::PlanOptions plan = plan_options(options);
  const std::vector<std::string> without = names(options, "without_pass");
  check(engine::check_passes(without));
  check(engine::check_stage(stage, without));
  Waiting waiting;
  return waited(waiting, [&] {
    if (stage == engine::kParse && model.program() != nullptr) {
      return engine::parsed_text(*model.program());
    }
    const trace::Traced found = traced(model, data.variables, 0, waiting);
    return taken(model, engine::text_of_run_after(found.model, plan, without, stage));
  });
}

}  // namespace

void add_explain(nb::module_& m) {
  using explainer::Explanation;
  nb::class_<Explanation>(m, "Explanation")
      .def("to_text", [](const Explanation& e) { return to_text(e); })
      .def("to_json", [](const Explanation& e) { return to_json(e); })
      .def("to_dot", [](const Explanation& e) { return to_dot(e); })
      .def("to_html", [](const Explanation& e) { return to_html(e); })
      .def("to_svg", [](const Explanation& e) { return to_svg(e); })
      .def_ro("dimension_before", &Explanation::dimension_before)
      .def_ro("dimension_after", &Explanation::dimension_after);
  m.def("explain", &explain);
  m.def("explain_stage", &explain_stage);
  m.def("stage_names", &engine::stage_names);
}

}  // namespace autumn::python
