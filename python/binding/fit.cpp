// This file shows a run to Python.
#include "fit.h"

#include "engine/page.h"
#include "engine/save.h"
#include "options.h"

namespace autumn::python {
namespace {

using Tables = std::vector<const DrawTable*>;

// A copy, where tables do not lie at equal distances.
nb::object stacked(const Tables& tables, std::size_t draws) {
  const std::size_t columns = tables.empty() ? 0 : tables[0]->columns();
  std::vector<double> numbers;
  numbers.reserve(tables.size() * draws * columns);
  for (const DrawTable* table : tables) {
    for (std::size_t r = 0; r < draws; ++r) {
      const std::span<const double> row = table->row(r);
      numbers.insert(numbers.end(), row.begin(), row.end());
    }
  }
  return to_array(std::move(numbers), {tables.size(), draws, columns});
}

// From the first number of one table to that of the next; nothing if that differs.
std::optional<std::int64_t> distance(const Tables& tables) {
  if (tables.size() < 2) return 0;
  const std::int64_t first = tables[1]->row(0).data() - tables[0]->row(0).data();
  for (std::size_t k = 2; k < tables.size(); ++k) {
    if (tables[k]->row(0).data() - tables[k - 1]->row(0).data() != first) return std::nullopt;
  }
  return first;
}

}  // namespace

nb::object Fit::draws() const {
  Tables all, used;
  for (const engine::ChainRun& chain : done_->run.chains) all.push_back(&chain.draws);
  const output::CommonPart common = output::common_part(all);
  for (const std::size_t chain : common.chains) used.push_back(all[chain]);
  if (used.empty()) return to_array({}, {0, 0, all.empty() ? 0 : all[0]->columns()});
  const std::optional<std::int64_t> chain_stride = distance(used);
  if (!chain_stride) return stacked(used, common.draws);
  const std::size_t columns = used[0]->columns();
  using Kept = std::shared_ptr<const engine::AssuredRun>;
  const nb::capsule owner(new Kept(done_), [](void* p) noexcept { delete static_cast<Kept*>(p); });
  const std::size_t shape[] = {used.size(), common.draws, columns};
  const std::int64_t strides[] = {*chain_stride, static_cast<std::int64_t>(columns), 1};
  const nb::ndarray<nb::numpy, const double, nb::device::cpu> view(used[0]->row(0).data(), 3, shape,
                                                                   owner, strides);
  return nb::cast(view);
}

nb::object Fit::warmup() const {
  Tables all, used;
  for (const engine::ChainRun& chain : done_->run.chains) all.push_back(&chain.warmup);
  const output::CommonPart common = output::common_part(all);
  for (const std::size_t chain : common.chains) used.push_back(all[chain]);
  return stacked(used, common.draws);
}

const engine::Report& Fit::report() {
  const nb::gil_scoped_release released;
  const std::lock_guard lock(mutex_);
  if (!report_) report_ = engine::report(*done_);
  return *report_;
}

std::string Fit::page(const Data& data, const std::string& title, const std::string& command) {
  const engine::Report& known = report();
  Waiting waiting;
  return waited(waiting, [&] {
    const trace::Traced found = traced(model_, data.variables, done_->options.seed, waiting);
    engine::PageSource source{.title = title,
                              .program = model_.program(),
                              .model = &found.model,
                              .data = data.variables,
                              .plan = plan_,
                              .command = command};
    if (const auto built = model_.built()) {
      if (auto simulated = simulate::source_of(built)) source.simulated = simulated.value();
    }
    return taken(model_, engine::page_of(*done_, known, source));
  });
}

void Fit::save(const std::string& directory, const nb::dict& options) const {
  nb::dict with_directory;
  with_directory.update(options);
  with_directory["output"] = directory;
  const engine::RunOptions wanted = run_options(with_directory, model_.name);
  const nb::gil_scoped_release released;
  check(engine::save(done_->prepared, done_->options, done_->run, *wanted.files));
}

}  // namespace autumn::python
