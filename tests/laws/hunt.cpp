// This program is the hunt: it makes random programs until the time is over, and makes every
// failure small.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "laws/generators.h"
#include "laws/isolate.h"
#include "laws/shrink.h"

namespace autumn::laws {
namespace {

constexpr const char* kUsage =
    "hunt [--class NAME] [--first SEED] [--programs N] [--seconds S] [--found FOLDER] [--shrink "
    "N]\n"
    "  Runs the laws on random programs, all classes in turn, until N programs of each or S "
    "seconds\n"
    "  are over. At most N failures of each class and law are made small (3 unless told), and\n"
    "  written to the folder if there is one.\n";

struct Settings {
  std::string only_class;
  std::uint64_t first = 0;
  std::uint64_t programs = ~0ULL;
  double seconds = 1e9;
  std::string folder;
  std::size_t shrinks = 3;
};

struct Tally {
  std::size_t programs = 0;
  std::size_t parameters = 0;
  std::size_t collapsed = 0;
  std::size_t without_collapse = 0;
  std::size_t without_point = 0;                // no point had a finite density
  std::map<std::string, std::size_t> failures;  // by law
};

class Hunt {
 public:
  explicit Hunt(Settings settings) : settings_(std::move(settings)) {}

  void run() {
    const auto start = std::chrono::steady_clock::now();
    for (std::uint64_t k = 0; k < settings_.programs; ++k) {
      for (const Generator& generator : all_generators()) {
        if (!settings_.only_class.empty() && generator.name != settings_.only_class) continue;
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
        if (passed.count() > settings_.seconds) return;
        try_one(generator, settings_.first + k);
      }
    }
  }

  // True if nothing was found.
  bool report() const {
    std::size_t failures = 0;
    fmt::print("\n{:12} {:>8} {:>10} {:>9} {:>12} {:>9}  failures\n", "class", "programs",
               "parameters", "collapsed", "no collapse", "no point");
    for (const auto& [name, tally] : tallies_) {
      fmt::print("{:12} {:8} {:10} {:9} {:12} {:9}\n", name, tally.programs, tally.parameters,
                 tally.collapsed, tally.without_collapse, tally.without_point);
      for (const auto& [law, count] : tally.failures) {
        failures += count;
        fmt::print("{:66}  {} x not: {}\n", "", count, law);
      }
    }
    fmt::print("{} distinct failures\n", shapes_.size());
    return failures == 0;
  }

 private:
  void try_one(const Generator& generator, std::uint64_t seed) {
    const Case example = generator.make(seed);
    const Verdict verdict = examine_isolated(example, seed);
    Tally& tally = tallies_[std::string(generator.name)];
    ++tally.programs;
    tally.parameters += verdict.parameters;
    tally.collapsed += verdict.collapsed;
    if (verdict.holds() && verdict.collapsed == 0) ++tally.without_collapse;
    if (verdict.holds() && verdict.accepted == 0) ++tally.without_point;
    if (verdict.holds()) return;
    const std::size_t count = ++tally.failures[verdict.law];
    if (count > settings_.shrinks) return;
    show(fmt::format("{}_{}", generator.name, seed), seed, example, verdict);
  }

  void show(const std::string& name, std::uint64_t seed, const Case& example,
            const Verdict& verdict) {
    const double seconds = verdict.law == kHang ? 2.0 : kSecondsForOne;
    const bool is_load = verdict.law == kDoesNotLoad;
    const auto again = [&](const Case& smaller) {
      return examine_isolated(smaller.program, to_json(smaller.data), seed, seconds);
    };
    const auto is_bad = [&](const Case& smaller) {
      const Verdict found = again(smaller);
      if (is_load) return found.law == verdict.law && found.detail == verdict.detail;
      return found.law == verdict.law && (found.accepted > 0 || verdict.accepted == 0);
    };
    const Case small = shrunk(example, is_bad, verdict.law == kHang ? 150 : 600);
    if (!shapes_.insert(verdict.law + shape_of(small)).second) return;
    const std::string detail = again(small).detail;
    fmt::print("---- {} not: {}\n     {}\n{}{}", name, verdict.law, detail, small.program,
               to_json(small.data));
    std::fflush(stdout);
    if (settings_.folder.empty() || is_load) return;
    std::ofstream(settings_.folder + "/" + name + ".stan")
        << "// Found by hunt (seed " << seed << "); broken was: " << verdict.law << ".\n"
        << small.program;
    std::ofstream(settings_.folder + "/" + name + ".json") << to_json(small.data);
  }

  Settings settings_;
  std::map<std::string, Tally> tallies_;
  std::set<std::string> shapes_;
};

// Exits with a message if something is not understood.
Settings settings_of(const std::vector<std::string>& words) {
  Settings settings;
  for (std::size_t i = 0; i < words.size(); i += 2) {
    const std::string& name = words[i];
    const std::string value = i + 1 < words.size() ? words[i + 1] : "";
    if (name == "--class" && find_generator(value) != nullptr) {
      settings.only_class = value;
    } else if (name == "--first") {
      settings.first = std::stoull(value);
    } else if (name == "--programs") {
      settings.programs = std::stoull(value);
    } else if (name == "--seconds") {
      settings.seconds = std::stod(value);
    } else if (name == "--found") {
      settings.folder = value;
    } else if (name == "--shrink") {
      settings.shrinks = std::stoul(value);
    } else {
      fmt::print(stderr, "{}", kUsage);
      std::exit(2);
    }
  }
  return settings;
}

}  // namespace
}  // namespace autumn::laws

int main(int count, char** words) {
  using namespace autumn::laws;
  Hunt hunt(settings_of({words + 1, words + count}));
  hunt.run();
  return hunt.report() ? 0 : 1;
}
