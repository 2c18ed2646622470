// This file parses and checks programs, and gives advice on them.
#include "model.h"

#include <random>

#include "engine/assure/self_test.h"
#include "engine/check.h"
#include "options.h"
#include "simulate/observed.h"
#include "stan/advice/old_forms.h"
#include "stan/printing/canonical.h"
#include "stan/printing/diagnostic.h"

namespace autumn::python {
namespace {

Model from_loaded(engine::Loaded<engine::LoadedProgram> loaded, const std::string& name) {
  if (const auto* error = std::get_if<engine::LoadError>(&loaded)) fail(error->text);
  return {std::get<engine::LoadedProgram>(std::move(loaded)), name};
}

Model from_file(const std::string& path, const std::vector<std::string>& include_paths,
                const std::string& name) {
  Waiting waiting;
  return waited(waiting,
                [&] { return from_loaded(engine::load_program(path, include_paths), name); });
}

Model from_text(const std::string& text, const std::vector<std::string>& include_paths,
                const std::string& name) {
  Waiting waiting;
  return waited(waiting, [&] {
    const std::string file = name + ".stan";
    return from_loaded(engine::load_program({file, text}, stan::file_includes(file, include_paths)),
                       name);
  });
}

const engine::LoadedProgram& program_of(const Model& model) {
  if (model.program() == nullptr) fail("this needs a Stan program, and the model has none");
  return *model.program();
}

// Messages, each as the command line shows it.
std::vector<std::string> advice(const Model& model, bool pedantic, bool warn_uninitialized) {
  const engine::LoadedProgram& program = program_of(model);
  std::vector<std::string> texts;
  for (const Error& error : engine::advice(program, {pedantic, warn_uninitialized})) {
    texts.push_back(engine::advice_text(program, {error}));
  }
  return texts;
}

void check_strict(const Model& model) {
  const engine::LoadedProgram& program = program_of(model);
  const std::vector<Error> refused = engine::refused_by_stan(program);
  if (!refused.empty()) fail(stan::render(refused, *program.sources));
}

std::string canonical(const Model& model) {
  return stan::canonical(program_of(model).sources->file(0));
}

void check_with_data(const Model& model, const Data& data, const nb::dict& options) {
  const collapse::PlanOptions plan = plan_options(options);
  const auto without = names(options, "without_pass");
  Waiting waiting;
  (void)waited(waiting, [&] {
    const trace::Traced found = traced(model, data.variables, 0, waiting);
    check(model, engine::check_options(found.model, plan, without));
    return true;
  });
}

std::pair<bool, std::string> self_test(const Model& model, const Data& data,
                                       const nb::dict& options) {
  const collapse::PlanOptions plan = plan_options(options);
  const auto without = names(options, "without_pass");
  Waiting waiting;
  return waited(waiting, [&] {
    const trace::Traced found = traced(model, data.variables, 0, waiting);
    const auto test = taken(model, engine::self_test(found.model, plan, without));
    return std::pair(test.has_passed(), engine::to_text(test));
  });
}

}  // namespace

void fail(const Model& model, const Error& error) {
  if (model.program() != nullptr) fail(engine::render(*model.program(), error));
  fail(error);
}

trace::Traced traced(const Model& model, const trace::Data& data, std::uint64_t seed,
                     const Waiting& waiting) {
  if (const auto built = model.built()) return {.model = built->model, .generated = {}};
  trace::Limits limits;
  limits.stop = waiting.stop();
  auto found = engine::load_model(*model.program(), data,
                                  {.print = waiting.printer(), .seed = seed, .limits = limits});
  if (const auto* error = std::get_if<engine::LoadError>(&found)) fail(error->text);
  return std::get<trace::Traced>(std::move(found));
}

std::uint64_t seed_of(const std::optional<std::uint64_t>& seed) {
  return seed ? *seed : std::random_device{}();
}

void add_models(nb::module_& m) {
  nb::class_<Model>(m, "Model")
      .def_static("from_file", &from_file)
      .def_static("from_text", &from_text)
      .def_prop_ro("name", [](const Model& model) { return model.name; })
      .def("code",
           [](const Model& model) {
             return model.program() == nullptr
                        ? std::string()
                        : std::string(model.program()->sources->file(0).text);
           })
      .def("advice", &advice)
      .def("check_strict", &check_strict)
      .def("check_with_data", &check_with_data)
      .def("self_test", &self_test)
      .def("canonical", &canonical)
      .def("observed", [](const Model& model) {
        return model.program() == nullptr ? std::vector<std::string>()
                                          : simulate::observed_names(*model.program()->syntax);
      });
  m.def("updated",
        [](const std::string& name, const std::string& text) { return stan::updated(name, text); });
}

}  // namespace autumn::python
