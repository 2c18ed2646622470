// This file makes a run that can be relied on: it prepares, checks, runs and checks again, and
// starts over without what was wrong.
#include "engine/assure/assured.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "engine/assure/improper.h"
#include "engine/assure/law_check.h"
#include "engine/centring/centred.h"
#include "engine/centring/choose.h"
#include "engine/files.h"

namespace autumn::engine {
namespace {

using collapse::PlanOptions;
using recover::Law;

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

// What is refused unless it was asked for.
output::Warning improper_warning(const Error& error) {
  return {.kind = output::WarningKind::kHardlyDetermined,
          .finding = error.message,
          .meaning = "The posterior has no finite integral, and the draws say nothing about it.",
          .advice = error.suggestion};
}

class Assurance {
 public:
  explicit Assurance(AssuredRequest request) : request_(std::move(request)) {}

  Result<AssuredRun> run() {
    Result<Ready> ready = choose();
    if (ready) ready = centred(std::move(ready).value());
    if (!ready) return ready.error();
    std::vector<output::Warning> warnings;
    if (request_.run.settings.algorithm != sampler::Algorithm::fixed_param) {
      const Status status = check_determined(ready.value().prepared, warnings);
      if (!status && must_be_proper()) return status.error();
      if (!status) warnings.push_back(improper_warning(status.error()));
    }
    const auto law = timed(ready.value().prepared.times, "law before", [&] {
      return broken_before(ready.value().prepared, ready.value().options);
    });
    if (law) {
      ready = withdrawn(ready.value().prepared, *law);
      if (!ready) return ready.error();
    }
    Result<AssuredRun> result = run_once(std::move(ready).value());
    if (result && may_be_checked(result.value())) result = checked(std::move(result).value());
    if (result) result.value().warnings = std::move(warnings);
    return result;
  }

 private:
  // Who leads checks for all ranks.
  [[nodiscard]] static bool may_be_checked(const AssuredRun& done) {
    const std::optional<Share>& share = done.options.share;
    return !done.run.is_interrupted && (!share || share->leads());
  }

  [[nodiscard]] bool must_be_proper() const {
    const sampler::Settings& settings = request_.run.settings;
    return !settings.allow_improper;
  }

  // The plan that pays, for this run and whatever is made of it later.
  Result<Ready> choose() {
    const PlanOptions& plan = request_.plan;
    if (!has_choice(plan)) return make_ready(plan);
    const sampler::Settings& settings = request_.run.settings;
    const bool may_try = settings.algorithm == sampler::Algorithm::nuts && settings.adapt_engaged &&
                         settings.warmup >= kLeastWarmup;
    Result<Chosen> chosen =
        choose_plan({.make_ready = [this](const PlanOptions& other) { return make_ready(other); },
                     .make_again =
                         [this](const Prepared& like, const PlanOptions& other) {
                           return ready_to_run(prepare_again(like, other));
                         },
                     .plan = plan,
                     .may_try = may_try});
    if (!chosen) return chosen.error();
    worth_ = std::move(chosen.value().worth);
    if (worth_) request_.plan = worth_->choice().plan;
    return std::move(chosen).value().ready;
  }

  // The same in the coordinates that pay.
  Result<Ready> centred(Ready ready) {
    Result<std::optional<CentredChoice>> choice = choose_centring(
        ready, request_.plan, [this](const Prepared& like, const PlanOptions& other) {
          return ready_to_run(prepare_again(like, other));
        });
    if (!choice) return choice.error();
    if (!choice.value()) return ready;
    request_.plan = choice.value()->plan;
    return std::move(choice.value()->ready);
  }

  Result<Ready> make_ready(const PlanOptions& plan) { return ready_to_run(request_.prepare(plan)); }

  Result<Ready> ready_to_run(Result<Prepared> prepared) {
    if (!prepared) return prepared.error();
    Ready ready = engine::make_ready(std::move(prepared).value(), request_.run);
    if (request_.on_prepared) {
      Status status = request_.on_prepared(ready.prepared, ready.options);
      if (!status) return status.error();
    }
    return ready;
  }

  Result<AssuredRun> run_once(Ready ready) {
    if (withdrawal_) ready.options.notes.push_back({"autumn_withdrawn", to_text(*withdrawal_)});
    if (worth_ && worth_->chosen != 0) {
      ready.options.notes.push_back({"autumn_worth", to_text(*worth_)});
    }
    if (ready.prepared.centred) {
      ready.options.notes.push_back(
          {"autumn_centring", to_text(ready.prepared, *ready.prepared.centred)});
    }
    if (request_.on_run) {
      if (Status status = request_.on_run(ready.prepared, ready.options); !status) {
        return status.error();
      }
    }
    Result<Run> run = engine::run(ready.prepared, ready.options);
    if (!run) return run.error();
    return AssuredRun{.prepared = std::move(ready.prepared),
                      .options = std::move(ready.options),
                      .run = std::move(run).value(),
                      .withdrawal = withdrawal_,
                      .worth = worth_};
  }

  // A run whose own draws break the law is put aside, and made again without any collapse.
  Result<AssuredRun> checked(AssuredRun done) {
    const auto law = timed(done.prepared.times, "law after",
                           [&] { return broken_after(done.prepared, done.options, done.run); });
    if (!law) return done;
    mark_suspect(done.options);
    request_.run.share.reset();  // the others have ended
    if (auto& files = request_.run.files; files && files->checkpoints) {
      files->checkpoints->goes_on = false;
    }
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

  // A warm-up that is shorter than a trial needs none.
  static constexpr std::int64_t kLeastWarmup = 200;

  AssuredRequest request_;
  std::optional<Withdrawal> withdrawal_;
  std::optional<Worth> worth_;
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
