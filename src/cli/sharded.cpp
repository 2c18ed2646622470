// This file makes ready what ranks share of the rows of the data, and lets one of them sample.
#include "cli/sharded.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "base/words.h"
#include "cli/limits.h"
#include "cli/meeting.h"
#include "engine/interrupt.h"
#include "engine/shards/additive.h"

namespace autumn::cli {
namespace {

constexpr char kReady = 'y';
constexpr char kNotReady = 'n';

// The error as it is told, with its place in the program.
struct Told {
  std::string text;
};

template <typename T>
using Loaded = std::variant<T, Told>;

// A program, where its rows are, and how it is traced: everything that ranks have in common.
struct Rows {
  engine::LoadedProgram program;
  engine::ShardData data;
  trace::TraceOptions trace;

  [[nodiscard]] engine::ShardProgram shared() const { return {program, data, trace}; }
};

Told told(const Error& error) {
  return {to_text(error) + "\n"};
}

Loaded<Rows> load_rows(const SampleOptions& options) {
  auto loaded = engine::load_program(options.program.model, options.program.include_paths);
  if (const auto* error = std::get_if<engine::LoadError>(&loaded)) return Told{error->text};
  auto& program = std::get<engine::LoadedProgram>(loaded);
  auto variables = engine::find_row_variables(*program.syntax, options.shard);
  if (!variables) return Told{engine::render(program, variables.error())};
  auto data = engine::ShardData::open(options.program.data, std::move(variables).value());
  if (!data) return told(data.error());
  return Rows{std::move(program),
              std::move(data).value(),
              {.print = {},
               .seed = options.seed.value_or(0),
               .limits = trace_limits(options.program.limits)}};
}

Loaded<engine::ShardDensities> densities_of(const Rows& rows, std::size_t rank, std::size_t ranks,
                                            Team* team) {
  const engine::ShardRange range = engine::shards_of(rows.data.shards(), rank, ranks);
  auto densities = engine::ShardDensities::make(rows.shared(), range, team);
  if (!densities) return Told{engine::render(rows.program, densities.error())};
  return std::move(densities).value();
}

// What the rank that samples has beside its shards.
Loaded<std::shared_ptr<Sharded>> sharded_of(const Rows& rows, engine::ShardSum::Parts parts,
                                            std::unique_ptr<Team> team) {
  const auto at_first = rows.data.read(rows.data.shard(0));
  if (!at_first) return told(at_first.error());
  auto traced = engine::trace_rows(rows.shared(), at_first.value());
  if (!traced) return Told{engine::render(rows.program, traced.error())};
  return std::make_shared<Sharded>(Sharded{{rows.program, std::move(traced).value()},
                                           std::move(team),
                                           std::make_shared<engine::ShardSum>(std::move(parts))});
}

Loaded<engine::ShardSum::Parts> parts_of(const Rows& rows, std::size_t ranks, Team* team) {
  if (Status status = engine::check_additive(rows.shared()); !status) {
    return Told{engine::render(rows.program, status.error())};
  }
  auto none = rows.data.read({});
  if (!none) return told(none.error());
  auto without_rows = engine::density_of_rows(rows.shared(), std::move(none).value());
  if (!without_rows) return Told{engine::render(rows.program, without_rows.error())};
  auto here = densities_of(rows, 0, ranks, team);
  if (const auto* error = std::get_if<Told>(&here)) return *error;
  std::vector<std::size_t> elsewhere;
  for (std::size_t rank = 1; rank < ranks; ++rank) {
    elsewhere.push_back(engine::shards_of(rows.data.shards(), rank, ranks).count);
  }
  return engine::ShardSum::Parts{std::move(without_rows).value(),
                                 std::move(std::get<engine::ShardDensities>(here)),
                                 std::move(elsewhere), nullptr};
}

Loaded<std::shared_ptr<Sharded>> make_ready(const SampleOptions& options, mpi::Ranks* ranks) {
  auto loaded = load_rows(options);
  if (const auto* error = std::get_if<Told>(&loaded)) return *error;
  const Rows& rows = std::get<Rows>(loaded);
  auto team = std::make_unique<Team>(options.run.threads_per_chain);
  const std::size_t size = ranks == nullptr ? 1 : static_cast<std::size_t>(ranks->size());
  auto parts = parts_of(rows, size, team.get());
  if (const auto* error = std::get_if<Told>(&parts)) return *error;
  std::get<engine::ShardSum::Parts>(parts).ranks = ranks;
  if (!options.quiet) {
    fmt::print(stderr, "The {} of {} {} divided into {} on {}.\n", counted(rows.data.rows(), "row"),
               fmt::join(rows.data.variables().names, ", "), rows.data.rows() == 1 ? "is" : "are",
               counted(rows.data.shards(), "part"), counted(size, "rank"));
  }
  return sharded_of(rows, std::move(std::get<engine::ShardSum::Parts>(parts)), std::move(team));
}

Status check_options(const SampleOptions& options) {
  if (!options.plan.is_forced && options.plan.prefer.empty()) return Done{};
  return Error{.message = "--shard integrates nothing out: rows would have to meet for that",
               .suggestion = "leave --collapse and --marginalize all out",
               .where = {}};
}

// What the others say, once all have said it.
Loaded<Done> hear_all(mpi::Ranks& ranks) {
  Loaded<Done> first = Done{};
  for (int rank = 1; rank < ranks.size(); ++rank) {
    const Result<std::string> said = ranks.receive(rank);
    if (!said) return told(said.error());
    const bool is_news = std::holds_alternative<Done>(first) && said.value()[0] == kNotReady;
    if (is_news) first = Told{said.value().substr(1)};
  }
  return first;
}

void tell_all(mpi::Ranks& ranks, char verdict) {
  for (int rank = 1; rank < ranks.size(); ++rank) {
    (void)ranks.send(rank, std::string_view(&verdict, 1));
  }
}

// As a run on one rank is, but for its density.
SampleOptions alone(const SampleOptions& options, std::shared_ptr<Sharded> sharded) {
  SampleOptions run = options;
  run.meeting = nullptr;
  run.sharded = std::move(sharded);
  run.plan.is_off = true;
  run.run.settings.centring = sampler::Centring::as_written;
  // One chain at a time has all ranks, and the threads of each.
  run.run.threads = 1;
  run.run.threads_per_chain = 1;
  return run;
}

int lead(const SampleOptions& options, mpi::Ranks* ranks) {
  auto ready = make_ready(options, ranks);
  const auto* error = std::get_if<Told>(&ready);
  Loaded<Done> others = ranks == nullptr ? Done{} : hear_all(*ranks);
  const auto* theirs = std::get_if<Told>(&others);
  const bool is_ready = error == nullptr && theirs == nullptr;
  if (ranks != nullptr) tell_all(*ranks, is_ready ? kReady : kNotReady);
  if (!is_ready) return fail((error != nullptr ? error : theirs)->text);
  const auto& sharded = std::get<std::shared_ptr<Sharded>>(ready);
  const int code = run_sample(alone(options, sharded));
  sharded->sum->dismiss();
  const std::optional<Error> failure = sharded->sum->failure();
  if (!failure) return code;
  (void)fail(*failure);
  if (ranks != nullptr) ranks->abort(1);  // who is still there waits for points that never come
  return 1;
}

void follow(const SampleOptions& options, mpi::Ranks& ranks) {
  // A launcher hands signals to all ranks; it is for the first to end.
  const engine::InterruptGuard interrupt;
  Team team(options.run.threads_per_chain);
  auto rows = load_rows(options);
  Loaded<engine::ShardDensities> mine = Told{};
  if (const auto* error = std::get_if<Told>(&rows)) {
    mine = *error;
  } else {
    mine = densities_of(std::get<Rows>(rows), static_cast<std::size_t>(ranks.rank()),
                        static_cast<std::size_t>(ranks.size()), &team);
  }
  const auto* error = std::get_if<Told>(&mine);
  const std::string word = error == nullptr ? std::string(1, kReady) : kNotReady + error->text;
  if (!ranks.send(0, word)) return;
  const Result<std::string> verdict = ranks.receive(0);
  if (!verdict || verdict.value()[0] != kReady) return;
  (void)engine::serve(ranks, std::get<engine::ShardDensities>(mine));
}

}  // namespace

int run_sharded(const SampleOptions& given) {
  if (const Status status = check_options(given); !status) return fail(status.error());
  SampleOptions options = given;
  if (options.record) options.seed = options.record->seed;
  if (!options.seed) {
    options.seed = options.meeting ? options.meeting->seed() : std::random_device{}();
  }
  if (!options.meeting) return lead(options, nullptr);
  Meeting& meeting = *options.meeting;
  int code = 0;
  if (meeting.leads()) {
    code = lead(options, &meeting.ranks());
  } else {
    follow(options, meeting.ranks());
  }
  meeting.leave();
  return code;
}

}  // namespace autumn::cli
