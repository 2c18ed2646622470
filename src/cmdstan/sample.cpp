// The method `sample` draws from the posterior, with whatever pays integrated out, and writes what
// CmdStan would have written.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <memory>

#include "cmdstan/latent_files.h"
#include "cmdstan/methods.h"
#include "cmdstan/sample_settings.h"
#include "cmdstan/starts.h"
#include "engine/assure/assured.h"
#include "engine/draw_memory.h"
#include "engine/evaluated_density.h"
#include "engine/interrupt.h"
#include "engine/still_chains.h"
#include "explain/explain.h"
#include "output/files/number_text.h"
#include "output/files/text_files.h"
#include "sample/initial_point.h"

namespace autumn::cmdstan {
namespace {

std::string times_text(double warmup, double sampling) {
  return fmt::format(
      "\n Elapsed Time: {} seconds (Warm-up)\n               {} seconds (Sampling)\n"
      "               {} seconds (Total)\n",
      output::seconds_text(warmup), output::seconds_text(sampling),
      output::seconds_text(warmup + sampling));
}

class Sampling {
 public:
  explicit Sampling(const Session& session)
      : session_(session),
        settings_(settings_of(session.arguments)),
        files_(output_files(session, text_of(session.arguments, "output.file"))) {}

  ExitCode run() {
    if (const Status status = prepare_files(); !status) return fail(status.error());
    const engine::InterruptGuard interrupt;
    const engine::RunOptions wanted = run_options(interrupt.flag());
    if (const Status status = engine::check_memory(session_.traced, wanted); !status) {
      return fail(session_, status.error());
    }
    const auto done = engine::run_assured(
        {.prepare =
             [this](const collapse::PlanOptions& plan) {
               return engine::prepare(session_.traced, plan);
             },
         .plan = plan(),
         .run = wanted,
         .on_prepared = [this](const engine::Prepared& prepared,
                               engine::RunOptions& options) { return begin(prepared, options); },
         .on_run =
             [this](const engine::Prepared& prepared, engine::RunOptions& options) {
               Status status = complete(prepared, options);
               if (status) announce(prepared);
               return status;
             }});
    if (!done) return refuse(done.error());
    return finish(done.value());
  }

 private:
  [[nodiscard]] bool is_fixed() const {
    return settings_.algorithm == sampler::Algorithm::fixed_param;
  }

  [[nodiscard]] collapse::PlanOptions plan() const {
    collapse::PlanOptions plan = plan_options();
    if (is_fixed()) plan.is_off = true;
    return plan;
  }

  Status prepare_files() {
    auto initial = read_initial(session_);
    if (!initial) return initial.error();
    initial_ = std::move(initial).value();
    tell_unknown(session_, initial_);
    settings_.initial_radius = initial_.radius;
    if (is_fixed()) return Done{};
    const Arguments& a = session_.arguments;
    if (settings_.adapt_engaged && settings_.warmup == 0) {
      return Error{.message =
                       "The number of warmup samples (num_warmup) must be greater than zero "
                       "if adaptation is enabled.",
                   .suggestion = {},
                   .where = {}};
    }
    if (truth_of(a, "sample.adapt.save_metric") && !settings_.adapt_engaged) {
      return Error{.message =
                       "Saving the adapted metric (save_metric=1) can only be enabled when "
                       "adaptation is engaged (adapt engaged=1)",
                   .suggestion = {},
                   .where = {}};
    }
    auto metrics = read_metrics(session_, text_of(a, "sample.algorithm.hmc.metric_file"));
    if (!metrics) return metrics.error();
    metrics_ = std::move(metrics).value();
    return sampler::check(settings_);
  }

  engine::RunOptions run_options(const std::atomic<bool>& stop) {
    const Arguments& a = session_.arguments;
    engine::RunOptions run;
    run.settings = settings_;
    run.chains = session_.chains;
    run.first_id = session_.id;
    run.seed = session_.seed;
    run.threads = threads_of(a);
    run.threads_per_chain = threads_per_chain(run.threads, run.chains);
    run.refresh = static_cast<std::int32_t>(integer_of(a, "output.refresh"));
    run.on_progress = [](std::string_view line) {
      std::fwrite(line.data(), 1, line.size(), stdout);
      std::fflush(stdout);
    };
    run.stop = &stop;
    run.on_refusal = [this](const Error& error) { say(refusal_text(session_, error)); };
    run.files = engine::Files{
        .significant_digits = static_cast<std::int32_t>(integer_of(a, "output.sig_figs")),
        .named = engine::NamedFiles{
            .paths = files_, .comments = [this](const engine::RunOptions& options, std::uint32_t) {
              return comments(options);
            }}};
    return run;
  }

  [[nodiscard]] std::string comments(const engine::RunOptions& options) const {
    std::vector<Note> notes;
    if (!account_.empty()) notes.push_back({"autumn_collapse", account_});
    if (!settings_.jumps) notes.push_back({"autumn_jumps", "none"});
    for (const output::HeaderLine& line : options.notes) notes.push_back({line.key, line.value});
    return head_comments(session_, notes);
  }

  Status begin(const engine::Prepared& prepared, engine::RunOptions& options) {
    options.starts.assign(session_.chains, {});
    for (std::uint32_t k = 0; k < session_.chains; ++k) {
      auto point = initial_point(initial_, k, prepared);
      if (!point) return point.error();
      options.starts[k].initial = std::move(point).value();
    }
    return Done{};
  }

  // What depends on the plan.
  Status complete(const engine::Prepared& prepared, engine::RunOptions& options) {
    const bool is_smaller = !prepared.plan.is_empty();
    if (is_smaller && !joint_) {
      joint_ = std::make_shared<engine::Prepared>(engine::prepare_joint(session_.traced));
    }
    options.joint = is_smaller && has_joint_column() ? joint_ : nullptr;
    if (Status status = open_latent_files(prepared, options); !status) return status;
    for (std::uint32_t k = 0; k < session_.chains; ++k) {
      if (metrics_.empty() || settings_.metric == MetricKind::kUnit) continue;
      auto metric = inverse_metric(metrics_[k], {.kind = settings_.metric,
                                                 .sampled = prepared,
                                                 .joint = is_smaller ? joint_.get() : nullptr});
      if (!metric) return metric.error();
      options.starts[k].inverse_metric = std::move(metric).value();
    }
    return Done{};
  }

  Status open_latent_files(const engine::Prepared& prepared, engine::RunOptions& options) {
    const std::string name = text_of(session_.arguments, "output.diagnostic_file");
    if (name.empty() || is_fixed()) return Done{};
    if (latent_) (void)latent_->close();  // those of a plan that was withdrawn
    auto files = LatentFiles::open(session_, prepared, options, output_files(session_, name));
    if (!files) return files.error();
    latent_ = std::move(files).value();
    options.on_position = [all = latent_](std::uint32_t chain, const sampler::Draw& draw) {
      all->add(chain, draw);
    };
    return Done{};
  }

  // Programs that compare the names of columns can do without it.
  [[nodiscard]] static bool has_joint_column() {
    const char* value = std::getenv("AUTUMN_LP_JOINT");
    return value == nullptr || std::string_view(value) != "0";
  }

  // What is done with the model, and how long a gradient takes.
  void announce(const engine::Prepared& prepared) {
    if (!prepared.plan.is_empty()) {
      account_ = explainer::one_line(prepared.compressed, prepared.plan) +
                 "; the environment variable AUTUMN_MARGINALIZE, set to 0, turns this off";
      say(account_);
    }
    if (is_fixed()) return;
    say_gradient_time(prepared);
    if (settings_.adapt_engaged && settings_.metric != MetricKind::kUnit) warn_of_windows();
  }

  static void say_gradient_time(const engine::Prepared& prepared) {
    engine::EvaluatedDensity density(prepared);
    const std::vector<double> x(prepared.dimension, 0.0);
    std::vector<double> gradient(prepared.dimension);
    const auto start = std::chrono::steady_clock::now();
    (void)density.evaluate(x, gradient);
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    say(
        fmt::format("\nGradient evaluation took {:.6g} seconds\n"
                    "1000 transitions using 10 leapfrog steps per transition would take {:.6g} "
                    "seconds.\nAdjust your expectations accordingly!\n\n",
                    seconds, 1e4 * seconds));
  }

  void warn_of_windows() const {
    constexpr std::int64_t kLeast = 20;
    const std::string_view what =
        settings_.metric == MetricKind::kDense ? "covariance" : "variance";
    if (settings_.warmup < kLeast) {
      say(fmt::format("WARNING: No {} estimation is\n         performed for num_warmup < 20\n",
                      what));
      return;
    }
    const std::int64_t needed =
        settings_.adapt_init_buffer + sampler::term_buffer(settings_) + settings_.adapt_window;
    if (needed <= settings_.warmup) return;
    const auto part = [&](double share) {
      return static_cast<std::int64_t>(share * static_cast<double>(settings_.warmup));
    };
    const std::int64_t first = part(0.15), last = part(0.1);
    say(
        fmt::format("WARNING: There aren't enough warmup iterations to fit the\n"
                    "         three stages of adaptation as currently configured.\n"
                    "         Reducing each adaptation stage to 15%/75%/10% of\n"
                    "         the given number of warmup iterations:\n"
                    "           init_buffer = {}\n           adapt_window = {}\n"
                    "           term_buffer = {}\n",
                    first, settings_.warmup - first - last, last));
  }

  // What is wrong with a model is mostly seen where its chains begin; other errors speak for
  // themselves.
  ExitCode refuse(const Error& error) const {
    const bool is_start = sampler::is_failed_initialization(error) && initial_.files.empty();
    if (!is_start) return fail(session_, error);
    say("Rejecting initial value:\n"
        "  Error evaluating the log probability at the initial value.");
    (void)fail(session_, error);
    if (initial_.radius > 0) {
      (void)fail(
          fmt::format("Initialization between (-{0:g}, {0:g}) failed after 100 attempts. \n"
                      " Try specifying initial values, reducing ranges of constrained "
                      "values, or reparameterizing the model.",
                      initial_.radius));
    }
    return fail("Initialization failed.");
  }

  ExitCode finish(const engine::AssuredRun& done) {
    for (const engine::ChainRun& chain : done.run.chains) {
      say(times_text(chain.result.seconds_warmup, chain.result.seconds_sampling));
    }
    if (!done.run.generated_errors.empty()) {
      say(fmt::format("Some draws have NaN among their generated quantities:\n{}",
                      done.run.generated_errors.text(session_.program)));
    }
    if (!done.warnings.empty()) say(output::to_text(done.warnings));
    const auto still = engine::still_chains(done.run, session_.id);
    if (!still.empty()) say(output::to_text(still));
    if (const Status status = write_metrics(done); !status) return fail(status.error());
    if (const Status status = write_profile(session_); !status) return fail(status.error());
    if (done.run.write_error) return fail(*done.run.write_error);
    if (latent_) {
      if (const Status status = latent_->close(); !status) return fail(status.error());
    }
    if (done.run.is_interrupted) end_as_interrupted();
    return 0;
  }

  Status write_metrics(const engine::AssuredRun& done) const {
    const bool is_wanted = !is_fixed() && truth_of(session_.arguments, "sample.adapt.save_metric");
    if (!is_wanted) return Done{};
    const engine::Coordinates coordinates = engine::stan_coordinates(done.prepared);
    for (std::size_t k = 0; k < files_.size(); ++k) {
      const sampler::Adapted& adapted = done.run.chains[k].result.adapted;
      const std::string file = without_ending(files_[k]) + "_metric.json";
      const std::vector<double> metric = engine::in_stan_order(coordinates, adapted.inverse_metric);
      Status status = output::write_text(
          file, metric_json(adapted.metric, coordinates.names.empty() ? NAN : adapted.step_size,
                            metric, coordinates.names.size()));
      if (status) status = output::write_text(names_file_of(file), names_json(coordinates.names));
      if (!status) return status;
    }
    return Done{};
  }

  // As a program that has no handler: clients look at how it ended.
  [[noreturn]] static void end_as_interrupted() {
    std::fflush(nullptr);
    const int signal = engine::interrupting_signal();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
    std::_Exit(128 + signal);
  }

  const Session& session_;
  sampler::Settings settings_;
  std::vector<std::string> files_;
  Initial initial_;
  std::vector<GivenMetric> metrics_;
  std::shared_ptr<const engine::Prepared> joint_;
  std::string account_;
  std::shared_ptr<LatentFiles> latent_;
};

}  // namespace

ExitCode sample(const Session& session) {
  return Sampling(session).run();
}

}  // namespace autumn::cmdstan
