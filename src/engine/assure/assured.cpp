// This file makes a run that can be relied on: it prepares, checks, runs and checks again, and
// starts over without what was wrong.
#include "engine/assure/assured.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "collapse/analysis/undetermined.h"
#include "engine/assure/flat_directions.h"
#include "engine/assure/law_check.h"
#include "engine/files.h"

namespace autumn::engine {
namespace {

using collapse::Direction;
using collapse::PlanOptions;
using recover::Law;

std::string quoted(const model::Model& model, const Direction& direction) {
  const std::string text = collapse::to_text(model, direction);
  return direction.is_constant ? "`" + text + "`" : text;
}

Error improper(const model::Model& model, const std::vector<Direction>& directions) {
  std::vector<std::string> names;
  for (const Direction& direction : directions) names.push_back(quoted(model, direction));
  const bool is_alone = directions.size() == 1 && directions[0].terms.size() == 1;
  const std::string_view verb = directions.size() == 1 ? "is" : "are";
  return {.message = fmt::format(
              "the posterior is improper: {} {} not determined by the data, and {} proper prior",
              fmt::join(names, ", "), verb, is_alone ? "has no" : "none of these parameters has a"),
          .suggestion = is_alone ? "give it a proper prior; --allow-improper samples all the same"
                                 : "give one of them a proper prior; --allow-improper samples all "
                                   "the same",
          .where = model.variables[directions[0].terms[0].variable].where};
}

output::Warning hardly_determined(const model::Model& model, const Direction& direction) {
  return {.kind = output::WarningKind::kHardlyDetermined,
          .finding = fmt::format("{} is hardly determined by the data, and has no proper prior.",
                                 quoted(model, direction)),
          .meaning = "What the data say of it is lost in the last eight digits of the numbers.",
          .advice = "Give one of these parameters a proper prior, or centre and scale the data."};
}

output::Warning seems_flat(const model::Model& model, const Direction& direction) {
  return {
      .kind = output::WarningKind::kHardlyDetermined,
      .finding = fmt::format("{} does not seem to be determined: the density is the same along it.",
                             quoted(model, direction)),
      .meaning = "If so, the posterior is improper, and its draws have no meaning.",
      .advice = "Give one of these parameters a proper prior."};
}

// Errors for what is certain, warnings for the rest.
Status check_determined(Prepared& prepared, std::vector<output::Warning>& warnings) {
  const model::Model& model = *prepared.written;
  const std::vector<Direction> found =
      timed(prepared.times, "directions", [&] { return collapse::undetermined_directions(model); });
  if (found.empty()) {
    const std::vector<Direction> flat =
        timed(prepared.times, "flat directions", [&] { return flat_directions(prepared); });
    for (const Direction& direction : flat) warnings.push_back(seems_flat(model, direction));
  }
  std::vector<Direction> certain;
  for (const Direction& direction : found) {
    if (direction.is_certain) {
      certain.push_back(direction);
    } else {
      warnings.push_back(hardly_determined(model, direction));
    }
  }
  if (certain.empty()) return Done{};
  return improper(model, certain);
}

// Variables with collapsed elements, those with fewest first.
std::vector<std::string> collapsed_names(const Prepared& prepared) {
  const collapse::ElementSet set = collapse::collapsed_elements(prepared.compressed, prepared.plan);
  std::vector<std::pair<std::size_t, std::string>> counted;
  for (std::size_t v = 0; v < set.variables(); ++v) {
    if (set.count(v) != 0)
      counted.emplace_back(set.count(v), prepared.compressed.variables[v].name);
  }
  std::ranges::sort(counted);
  std::vector<std::string> names;
  for (auto& [count, name] : counted) names.push_back(std::move(name));
  return names;
}

// A model that is ready to run, with the options completed for it.
struct Ready {
  Prepared prepared;
  RunOptions options;
};

class Assurance {
 public:
  explicit Assurance(AssuredRequest request) : request_(std::move(request)) {}

  Result<AssuredRun> run() {
    Result<Ready> ready = make_ready(request_.plan);
    if (!ready) return ready.error();
    std::vector<output::Warning> warnings;
    if (must_be_proper()) {
      if (Status status = check_determined(ready.value().prepared, warnings); !status) {
        return status.error();
      }
    }
    const auto law = timed(ready.value().prepared.times, "law before", [&] {
      return broken_before(ready.value().prepared, ready.value().options);
    });
    if (law) {
      ready = withdrawn(ready.value().prepared, *law);
      if (!ready) return ready.error();
    }
    Result<AssuredRun> result = run_once(std::move(ready).value());
    if (result && !result.value().run.is_interrupted) result = checked(std::move(result).value());
    if (result) result.value().warnings = std::move(warnings);
    return result;
  }

 private:
  // What stays where it is needs no finite integral.
  [[nodiscard]] bool must_be_proper() const {
    const sampler::Settings& settings = request_.run.settings;
    return !settings.allow_improper && settings.algorithm != sampler::Algorithm::fixed_param;
  }

  Result<Ready> make_ready(const PlanOptions& plan) {
    Result<Prepared> prepared = request_.prepare(plan);
    if (!prepared) return prepared.error();
    Ready ready{std::move(prepared).value(), request_.run};
    if (request_.on_prepared) {
      Status status = request_.on_prepared(ready.prepared, ready.options);
      if (!status) return status.error();
    }
    return ready;
  }

  Result<AssuredRun> run_once(Ready ready) {
    if (withdrawal_) ready.options.notes.push_back({"autumn_withdrawn", to_text(*withdrawal_)});
    Result<Run> run = engine::run(ready.prepared, ready.options);
    if (!run) return run.error();
    return AssuredRun{.prepared = std::move(ready.prepared),
                      .options = std::move(ready.options),
                      .run = std::move(run).value(),
                      .withdrawal = withdrawal_};
  }

  // A run whose own draws break the law is put aside, and made again without any collapse.
  Result<AssuredRun> checked(AssuredRun done) {
    const auto law = timed(done.prepared.times, "law after",
                           [&] { return broken_after(done.prepared, done.options, done.run); });
    if (!law) return done;
    mark_suspect(done.options);
    withdrawal_ = Withdrawal{.law = *law, .kept = {}, .is_whole = true, .was_after_sampling = true};
    Result<Ready> ready = without_collapse();
    if (!ready) return ready.error();
    return run_once(std::move(ready).value());
  }

  // The same without the collapse concerned: one variable fewer if that mends it, else none at all.
  Result<Ready> withdrawn(const Prepared& wrong, const Law& law) {
    for (const std::string& name : collapsed_names(wrong)) {
      PlanOptions plan = request_.plan;
      plan.keep.push_back(name);
      Result<Ready> ready = make_ready(plan);
      if (!ready || broken_before(ready.value().prepared, ready.value().options)) continue;
      withdrawal_ = Withdrawal{.law = law, .kept = {name}};
      return ready;
    }
    withdrawal_ = Withdrawal{.law = law, .kept = {}, .is_whole = true};
    return without_collapse();
  }

  Result<Ready> without_collapse() {
    PlanOptions none = request_.plan;
    none.is_off = true;
    return make_ready(none);
  }

  AssuredRequest request_;
  std::optional<Withdrawal> withdrawal_;
};

}  // namespace

std::string to_text(const Withdrawal& withdrawal) {
  const std::string what = withdrawal.is_whole
                               ? "nothing was integrated out"
                               : fmt::format("{} was not integrated out", withdrawal.kept[0]);
  return fmt::format(
      "Autumn found a mistake of its own {} (joint - collapsed - recovery = {:.2g}): {}, and the "
      "draws are right without it. Please report this program.",
      withdrawal.was_after_sampling ? "in a finished run, which was put aside and made again"
                                    : "before sampling",
      withdrawal.law.joint - withdrawal.law.collapsed - withdrawal.law.recovery, what);
}

Result<AssuredRun> run_assured(AssuredRequest request) {
  return Assurance(std::move(request)).run();
}

}  // namespace autumn::engine
