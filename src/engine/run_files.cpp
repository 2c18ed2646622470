// This file opens the files of a run, and puts those of the run before aside: FILE becomes
// FILE.replaced until the new run is whole.
#include "engine/run_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <system_error>

#include "engine/checkpoint/extension.h"
#include "engine/files.h"
#include "output/files/chain_files.h"
#include "output/files/lock.h"
#include "output/files/text_files.h"

namespace autumn::engine {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kReplaced = ".replaced";

std::string replaced(const std::string& path) {
  return path + std::string(kReplaced);
}

// What was put aside by this run or by those before it.
std::vector<std::string> all_replaced(const std::string& directory,
                                      std::span<const std::string> named) {
  if (named.empty()) return output::chain_files(directory, kReplaced);
  std::vector<std::string> paths;
  std::error_code code;
  for (const std::string& path : named) {
    if (fs::exists(replaced(path), code)) paths.push_back(replaced(path));
  }
  return paths;
}

Error cannot_make(const std::string& directory, const std::error_code& code) {
  return {.message =
              fmt::format("cannot make the output directory `{}`: {}", directory, code.message()),
          .suggestion = "choose a directory you may write to",
          .where = {}};
}

Error is_there(const std::string& path) {
  return {.message = fmt::format("the file `{}` exists already", path),
          .suggestion = std::string(output::kAllowReplacement),
          .where = {}};
}

bool goes_on(const RunOptions& options) {
  return options.files && options.files->checkpoints && options.files->checkpoints->goes_on;
}

// Chains of other ranks are none of ours.
bool makes(const RunOptions& options, std::uint32_t chain) {
  return !options.share || options.share->has(chain);
}

bool follows(const RunOptions& options) {
  return options.share && !options.share->leads();
}

Error is_not_shared(const std::string& directory) {
  return {.message = fmt::format("the output directory `{}` of the first rank is not to be seen "
                                 "on this machine",
                                 directory),
          .suggestion = "all ranks need the same directory, on a file system that they share",
          .where = {}};
}

Error is_another(const std::string& directory) {
  return {.message = fmt::format("another run has begun in `{}`", directory),
          .suggestion = "",
          .where = {}};
}

Error has_other_choices(const std::string& directory) {
  return {.message = fmt::format("the run in `{}` was made with another plan, or in other "
                                 "coordinates, than would be chosen now",
                                 directory),
          .suggestion =
              "another build of Autumn, or a collapse that was withdrawn, may be why: "
              "sample anew with --force",
          .where = {}};
}

Error cannot_go_on(Error error) {
  error.suggestion =
      "what a run has written must be as it was for it to go on: put it back, or sample anew with "
      "--force";
  return error;
}

output::Extent extent_of(const Checkpoint& checkpoint) {
  return {checkpoint.bytes, static_cast<std::uint32_t>(checkpoint.checksum)};
}

}  // namespace

Status check_files(const RunOptions& options) {
  if (!options.files || options.files->named || goes_on(options)) return Done{};
  const std::string& directory = options.files->directory;
  if (Status status = output::check_directory(directory); !status) return status.error();
  const std::vector<std::string> old = output::chain_files(directory);
  return old.empty() || options.files->overwrite ? Status(Done{}) : is_there(old.front());
}

Result<RunFiles> RunFiles::open(const RunOptions& options, std::span<const std::string> columns,
                                std::uint64_t choices) {
  RunFiles files;
  files.beginnings_.resize(options.chains);
  if (!options.files) return files;
  if (options.files->named) {
    for (const std::string& path : options.files->named->paths) {
      files.named_.push_back(output::target_of(path));
    }
  } else if (Status status = files.prepare_directory(options); !status) {
    return status.error();
  }
  if (Status status = files.open_checkpoints(options, choices); !status) return status.error();
  if (Status status = files.open_board(options); !status) return status.error();
  if (Status status = files.open_writers(options, columns); !status) return status.error();
  return files;
}

// It is there, ours alone, and nothing in it is in the way.
Status RunFiles::prepare_directory(const RunOptions& options) {
  directory_ = options.files->directory;
  if (follows(options)) return Done{};
  if (Status status = check_files(options); !status) return status.error();
  std::error_code code;
  fs::create_directories(directory_, code);
  if (code) return cannot_make(directory_, code);
  auto lock = output::lock_directory(directory_);
  if (!lock) return lock.error();
  lock_ = std::move(lock).value();
  return check_files(options);  // another run may have ended since
}

Status RunFiles::open_checkpoints(const RunOptions& options, std::uint64_t choices) {
  if (goes_on(options) || follows(options)) return find_checkpoints(options, choices);
  if (!options.files->checkpoints) return Done{};
  const Checkpoints& wanted = *options.files->checkpoints;
  RunRecord record = wanted.record;
  record.choices = choices;
  auto directory = CheckpointDirectory::create(directory_, record);
  if (!directory) return directory.error();
  checkpoints_.reset(new KeptCheckpoints{std::move(directory).value(), wanted.seconds});
  return Done{};
}

Status RunFiles::find_checkpoints(const RunOptions& options, std::uint64_t choices) {
  Checkpoints wanted = *options.files->checkpoints;
  if (!wanted.goes_on) wanted.record.choices = choices;
  auto found = CheckpointDirectory::find(directory_);
  if (!found) return follows(options) ? is_not_shared(directory_) : found.error();
  if (id_of(found.value().record()) != id_of(wanted.record)) return is_another(directory_);
  if (wanted.record.choices != choices) return has_other_choices(directory_);
  checkpoints_.reset(new KeptCheckpoints{std::move(found).value(), wanted.seconds, wanted.goes_on});
  CheckpointDirectory& directory = checkpoints_->directory;
  bool has_shown = false;
  for (std::uint32_t chain = 0; chain < options.chains; ++chain) {
    std::string note;
    auto last = directory.last(chain, note);
    if (!last) return last.error();
    beginnings_[chain] = std::move(last).value();
    has_shown = has_shown || (beginnings_[chain] && beginnings_[chain]->bytes > 0);
    if (!note.empty() && makes(options, chain)) notes_.push_back(note);
  }
  if (has_shown) {
    std::call_once(*has_shown_, [] {});
    put_aside_ = all_replaced(directory_, {});
  }
  if (Status status = check_beginnings(options); !status) return status;
  if (follows(options)) return Done{};
  if (Status status = keep_finished_run(options); !status) return status;
  return directory.change(wanted.record);
}

// Where every chain has its end; a chain that begins anew has nothing to go back to.
Status RunFiles::keep_finished_run(const RunOptions& options) {
  if (!checkpoints_->directory.record().is_finished) return Done{};
  std::vector<FinishedChain> chains;
  for (std::uint32_t chain = 0; chain < options.chains; ++chain) {
    const std::optional<Checkpoint>& end = beginnings_[chain];
    if (!end || end->bytes == 0) return Done{};
    chains.push_back({*end, file_of(*options.files, chain), options.files->format});
  }
  Status kept = keep_finished(checkpoints_->directory, chains);
  checkpoints_->takes_back = kept.is_ok();
  return kept;
}

Status RunFiles::open_board(const RunOptions& options) {
  if (!options.share) return Done{};
  AUTUMN_CHECK(checkpoints_ != nullptr, "ranks meet at their checkpoints");
  board_ = options.share->board;
  const output::Descriptor& place = checkpoints_->directory.open();
  const std::uint32_t rank = options.share->rank;
  return options.share->leads() ? board_->make(place, rank) : board_->join(place, rank);
}

KeptCheckpoints::~KeptCheckpoints() {
  if (takes_back) (void)put_back_finished(directory);
}

Status RunFiles::look_at(std::uint32_t chain) {
  std::string note;
  auto last = checkpoints_->directory.last(chain, note);
  if (!last) return last.error();
  beginnings_[chain] = std::move(last).value();
  return Done{};
}

// All of them before the first is touched.
Status RunFiles::check_beginnings(const RunOptions& options) const {
  for (std::uint32_t chain = 0; chain < options.chains; ++chain) {
    const std::optional<Checkpoint>& from = beginnings_[chain];
    if (!from || from->bytes == 0 || !makes(options, chain)) continue;
    const Status status = output::check_resumable(options.files->format,
                                                  file_of(*options.files, chain), extent_of(*from));
    if (!status) return cannot_go_on(status.error());
  }
  return Done{};
}

Status RunFiles::open_writers(const RunOptions& options, std::span<const std::string> columns) {
  for (std::uint32_t chain = 0; chain < options.chains; ++chain) {
    if (!makes(options, chain)) {
      writers_.push_back(nullptr);
      continue;
    }
    auto writer = open_writer(options, chain, columns);
    if (!writer) return writer.error();
    writers_.push_back(std::move(writer).value());
  }
  return Done{};
}

Result<std::unique_ptr<output::DrawWriter>> RunFiles::open_writer(
    const RunOptions& options, std::uint32_t chain, std::span<const std::string> columns) const {
  const sampler::Settings& settings = options.settings;
  const std::optional<Checkpoint>& from = beginnings_[chain];
  const std::string path = file_of(*options.files, chain);
  const bool is_late = is_settled_late(settings);
  const Settled known =
      is_late && from ? Settled{.thin = from->thin, .warmup = from->warmup}
                      : Settled{.thin = settings.thin.transitions(), .warmup = settings.warmup};
  const output::Head head = file_head(options, chain, known, columns);
  if (from && from->bytes > 0) {
    auto writer = output::resume_writer(options.files->format, path, head, extent_of(*from));
    return writer ? std::move(writer) : cannot_go_on(writer.error());
  }
  // What a directory has are plain files: a link there goes aside, and what it leads to stays.
  const output::Links links = named_.empty() ? output::Links::kReplaced : output::Links::kFollowed;
  auto writer = output::create_writer(options.files->format, path, {}, links);
  if (!writer || is_late) return writer;
  const Status status = writer.value()->write_head(head);
  return status ? std::move(writer) : status.error();
}

// Keeping them is to take a hundredth of the time at most.
double RunFiles::seconds_between_checkpoints() const {
  constexpr double kUsual = 1.0, kShare = 0.01;
  return checkpoints_->seconds.value_or(std::max(kUsual, checkpoints_->cost.load() / kShare));
}

// A chain that another rank has made is kept there.
Status RunFiles::keep(Checkpoint checkpoint) {
  if (!writers_[checkpoint.chain]) return Done{};
  const auto start = std::chrono::steady_clock::now();
  output::DrawWriter& writer = *writers_[checkpoint.chain];
  if (Status saved = writer.save(); !saved) return saved;
  const bool has_head = checkpoint.warmup_draws + checkpoint.draws > 0;
  const output::Extent extent = has_head ? writer.extent() : output::Extent{};
  checkpoint.bytes = extent.bytes;
  checkpoint.checksum = extent.checksum;
  const Status kept = checkpoints_->directory.keep(checkpoint);
  const std::chrono::duration<double> cost = std::chrono::steady_clock::now() - start;
  checkpoints_->cost = cost.count();
  checkpoints_->has_any = true;
  return kept;
}

Status RunFiles::show(std::uint32_t chain) {
  if (writers_.empty()) return Done{};
  std::call_once(*has_shown_, [this] { show_first(); });
  return writers_[chain]->take_place();
}

// The first of all ranks does it for them.
void RunFiles::show_first() {
  if (!board_) return put_old_aside();
  const output::Descriptor turn = board_->turn();
  checkpoints_->directory.look_where_it_is();
  if (!checkpoints_->directory.is_in_place()) put_old_aside();
}

// What was put aside before is that of the last run that was whole, and stays.
void RunFiles::put_old_aside() {
  const std::vector<std::string> old = named_.empty() ? output::chain_files(directory_) : named_;
  for (const std::string& path : old) {
    std::error_code code;
    if (!fs::is_regular_file(path, code)) continue;
    if (fs::exists(replaced(path), code)) {
      if (named_.empty()) fs::remove(path, code);
    } else {
      fs::rename(path, replaced(path), code);
    }
  }
  put_aside_ = all_replaced(directory_, named_);
  if (!named_.empty()) return;
  if (!checkpoints_ || !checkpoints_->directory.is_in_place()) put_checkpoints_aside(directory_);
  if (checkpoints_) checkpoints_->directory.take_place();
}

Status RunFiles::finish(std::uint32_t chain, const output::ElapsedTimes& times) {
  if (writers_.empty()) return Done{};
  (void)show(chain);
  (void)writers_[chain]->write_times(times);
  return writers_[chain]->close();
}

void RunFiles::drop(std::uint32_t chain) {
  if (writers_.empty()) return;
  std::error_code code;
  const bool is_awaited = !named_.empty() && !fs::exists(named_[chain], code);
  if (is_awaited) (void)writers_[chain]->close();
  writers_[chain].reset();
}

Error RunFiles::tell_of_old(Error error) const {
  if (put_aside_.empty()) return error;
  if (!error.suggestion.empty()) error.suggestion += "; ";
  error.suggestion += fmt::format("the draws of the run before are in {}", put_aside_.front());
  return error;
}

Status RunFiles::complete() {
  if (board_) put_aside_ = all_replaced(directory_, named_);
  for (const std::string& path : put_aside_) {
    std::error_code code;
    fs::remove(path, code);
  }
  put_aside_.clear();
  if (directory_.empty()) return Done{};
  remove_replaced_checkpoints(directory_);
  if (!checkpoints_) return Done{};
  RunRecord record = checkpoints_->directory.record();
  record.is_finished = true;
  if (board_) RankBoard::remove(checkpoints_->directory.open());
  checkpoints_->takes_back = false;
  const Status changed = checkpoints_->directory.change(record);
  if (changed) drop_finished(checkpoints_->directory);
  return changed;
}

void RunFiles::give_up(bool has_failed) {
  if (checkpoints_ && !has_failed) checkpoints_->takes_back = false;
  if (!checkpoints_ || checkpoints_->goes_on) return;
  if (board_) checkpoints_->directory.look_where_it_is();
  const bool is_in_the_way = !output::chain_files(directory_).empty();
  const bool is_nothing = has_failed && !checkpoints_->has_any;
  checkpoints_->is_given_up =
      (is_in_the_way || is_nothing) && !checkpoints_->directory.is_in_place();
  if (checkpoints_->is_given_up) checkpoints_->directory.give_up();
}

}  // namespace autumn::engine
