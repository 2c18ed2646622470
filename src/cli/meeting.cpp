// This file has the few messages of a meeting: "+" with what is to be known, or "-" with the reason
// why a rank cannot go on. Who leads hears all others before it says anything.
#include "cli/meeting.h"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <random>
#include <thread>
#include <utility>

#include "base/digest.h"
#include "cli/program.h"
#include "engine/files.h"
#include "engine/interrupt.h"

namespace autumn::cli {
namespace {

constexpr char kYes = '+', kNo = '-';

Error told_to_stop() {
  return {.message = "another rank could not begin", .suggestion = "", .where = {}};
}

Error other_command() {
  return {.message = "its command line is not that of the first rank",
          .suggestion =
              "all ranks of a run need the same; AUTUMN_MPI=off runs processes that have "
              "nothing to do with each other",
          .where = {}};
}

// Of what a rank has said, from the line with its error on.
Error of_rank(int rank, std::string message) {
  constexpr std::string_view kPrefix = "error: ";
  while (message.ends_with('\n')) message.pop_back();
  const std::size_t error = message.find(kPrefix);
  if (error != std::string::npos) message.erase(0, message.rfind('\n', error) + 1);
  if (message.starts_with(kPrefix)) message.erase(0, kPrefix.size());
  return {.message = fmt::format("rank {} could not begin: {}", rank, message),
          .suggestion = "",
          .where = {}};
}

std::string differs(const engine::RunRecord& a, const engine::RunRecord& b) {
  if (a.version != b.version) return fmt::format("it is Autumn {}, not {}", b.version, a.version);
  if (a.instruction_set != b.instruction_set) {
    return fmt::format(
        "its machine has the instruction set {}, not {}: set "
        "AUTUMN_INSTRUCTION_SET to one that all have",
        b.instruction_set, a.instruction_set);
  }
  if (a.directory != b.directory) return fmt::format("it works in `{}`", b.directory);
  if (a.files != b.files) return "the program, or its data, is another one there";
  if (a.choices != b.choices) return "it has come to another plan";
  return "its run is another one";
}

int local_ranks() {
  for (const char* name : {"OMPI_COMM_WORLD_LOCAL_SIZE", "SLURM_NTASKS_PER_NODE"}) {
    if (const char* value = std::getenv(name)) return std::max(1, std::atoi(value));
  }
  return 1;
}

// A launcher ends all when the first has ended: whoever speaks is to be heard before.
void stay_a_while() {
  constexpr std::chrono::milliseconds kAWhile{500};
  std::this_thread::sleep_for(kAWhile);
}

// Whoever cannot come says so once per machine.
int cannot_meet(const Error& error) {
  const char* local = std::getenv("OMPI_COMM_WORLD_LOCAL_RANK");
  const bool speaks = local == nullptr || std::atoi(local) == 0;
  const int code = speaks ? fail(error) : 1;
  stay_a_while();
  return code;
}

}  // namespace

Meeting::Meeting(mpi::Ranks ranks, std::unique_ptr<Said> said)
    : ranks_(std::move(ranks)), said_(std::move(said)) {}

Status Meeting::open(const std::vector<std::string>& words) {
  const std::uint64_t command = digest(fmt::format("{}", fmt::join(words, std::string(1, '\0'))));
  if (leads()) {
    seed_ = std::random_device{}();
    started_ = engine::time_text();
    const std::string text = fmt::format("{} {} {}", command, seed_, started_);
    for (int rank = 1; rank < ranks_.size(); ++rank) {
      if (Status status = ranks_.send(rank, text); !status) return status;
    }
    return Done{};
  }
  const Result<std::string> text = ranks_.receive(0);
  if (!text) return text.error();
  char* at = nullptr;
  const std::uint64_t theirs = std::strtoull(text.value().c_str(), &at, 10);
  seed_ = std::strtoull(at, &at, 10);
  started_ = at + 1;
  return theirs == command ? Status(Done{}) : other_command();
}

std::uint32_t Meeting::threads() const {
  cpu_set_t set;
  CPU_ZERO(&set);
  const bool is_known = ::sched_getaffinity(0, sizeof set, &set) == 0;
  const int cores = is_known ? CPU_COUNT(&set) : 1;
  const int all = static_cast<int>(std::thread::hardware_concurrency());
  // A launcher binds ranks to cores, or lets them share the machine.
  const int mine = cores < all ? cores : cores / local_ranks();
  return static_cast<std::uint32_t>(std::max(1, mine));
}

engine::Share Meeting::share() {
  return {.rank = static_cast<std::uint32_t>(ranks_.rank()),
          .size = static_cast<std::uint32_t>(ranks_.size()),
          .agree = [this](const engine::RunRecord& record) { return agree(record); },
          .await_files = [this] { return await_files(); },
          .start = [this](const Status& opened) { return start(opened); },
          .board = board_};
}

Status Meeting::agree(const engine::RunRecord& record) {
  if (stage_ != Stage::kMet) return Done{};
  if (leads()) return compare(record);
  stage_ = Stage::kAgreed;
  return ranks_.send(0, kYes + to_text(record));
}

// All are heard, whatever the first of them says.
Status Meeting::compare(const engine::RunRecord& record) {
  Status status = Done{};
  for (int rank = 1; rank < ranks_.size(); ++rank) {
    const Result<std::string> text = ranks_.receive(rank);
    if (!text) return text.error();
    if (!status) continue;
    const std::string content = text.value().substr(1);
    if (text.value()[0] == kNo) {
      status = of_rank(rank, content);
    } else if (const auto theirs = engine::parse_record(content, "record");
               !theirs || id_of(theirs.value()) != id_of(record)) {
      status = of_rank(rank, theirs ? differs(record, theirs.value()) : "its record is damaged");
    }
  }
  stage_ = Stage::kAgreed;
  return status;
}

Status Meeting::await_files() {
  const Result<std::string> text = ranks_.receive(0);
  if (!text) return text.error();
  if (text.value()[0] == kYes) return Done{};
  part();
  return told_to_stop();
}

Status Meeting::start(const Status& opened) {
  return leads() ? lead(opened) : follow(opened);
}

Status Meeting::lead(const Status& opened) {
  if (!opened) return opened;
  if (Status status = tell_all(true); !status) return status;
  const Status heard = hear_all();
  const Status told = tell_all(heard.is_ok());
  part();
  return heard ? told : heard;
}

Status Meeting::follow(const Status& opened) {
  const std::string text = opened ? std::string(1, kYes) : kNo + to_text(opened.error());
  if (Status status = ranks_.send(0, text); !status) return status;
  const Status verdict = await_files();
  if (!verdict) return verdict;
  part();
  if (said_) said_->begin();
  return Done{};
}

Status Meeting::hear_all() {
  Status status = Done{};
  for (int rank = 1; rank < ranks_.size(); ++rank) {
    const Result<std::string> text = ranks_.receive(rank);
    if (!text) return text.error();
    if (status && text.value()[0] == kNo) status = of_rank(rank, text.value().substr(1));
  }
  return status;
}

Status Meeting::tell_all(bool goes_on) {
  for (int rank = 1; rank < ranks_.size(); ++rank) {
    if (Status status = ranks_.send(rank, std::string(1, goes_on ? kYes : kNo)); !status) {
      return status;
    }
  }
  return Done{};
}

void Meeting::part() {
  stage_ = Stage::kParted;
  (void)ranks_.finish();
}

// Nobody is left to wait for this rank.
void Meeting::give_up() {
  if (leads()) {
    if (stage_ == Stage::kMet) (void)hear_all();
    (void)tell_all(false);
  } else {
    const std::string said = said_ ? said_->text() : "";
    if (stage_ == Stage::kMet) (void)ranks_.send(0, kNo + said);
    (void)ranks_.receive(0);
  }
  part();
}

int Meeting::close(int code) {
  if (stage_ != Stage::kParted) give_up();
  if (leads()) return code;
  // What is told is told: a launcher would end the others if this one had another code.
  if (board_->is_open()) board_->tell_end(code, said_ ? said_->text() : "");
  board_->close();
  return 0;
}

bool speaks_for_ranks() {
  const std::optional<mpi::Place> place = mpi::place_from_environment();
  const bool speaks = !place || place->rank == 0;
  if (!speaks) stay_a_while();
  return speaks;
}

int run_among_ranks(const std::vector<std::string>& words,
                    const std::function<int(std::shared_ptr<Meeting>)>& command) {
  const std::optional<mpi::Place> place = mpi::place_from_environment();
  if (!place) return command(nullptr);
  Result<mpi::Ranks> ranks = mpi::Ranks::begin(*place);
  if (!ranks) return cannot_meet(ranks.error());
  auto said = place->rank == 0 ? nullptr : std::make_unique<Said>();
  const auto meeting = std::make_shared<Meeting>(std::move(ranks).value(), std::move(said));
  const Status opened = meeting->open(words);
  return meeting->close(opened ? command(meeting) : fail(opened.error()));
}

}  // namespace autumn::cli
