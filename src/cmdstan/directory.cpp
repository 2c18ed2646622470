// This file writes the directory: our executable under the names of CmdStan's tools, a makefile,
// and an example.
#include "cmdstan/directory.h"

#include <fmt/format.h>

#include <filesystem>

#include "cmdstan/embedded.h"
#include "output/files/run_configuration.h"
#include "output/files/text_files.h"
#include "stan/syntax/source.h"

namespace autumn::cmdstan {
namespace {

namespace fs = std::filesystem;

// A program is compiled whenever make is asked: it takes no time, and make does not know what it
// includes.
constexpr std::string_view kMakefile =
    R"(# Autumn in the shape of CmdStan: `make path/model` checks path/model.stan and writes an executable that runs it.
CMDSTAN_VERSION := {}
CMDSTAN := $(patsubst %/,%,$(dir $(abspath $(lastword $(MAKEFILE_LIST)))))
STANC := $(CMDSTAN)/bin/stanc
STANCFLAGS ?=
-include $(CMDSTAN)/make/local

.PHONY: build clean clean-all stan-update compile_info help FORCE
help:
	@echo 'make path/model compiles path/model.stan; STANCFLAGS and STAN_THREADS are as in CmdStan.'
build:
	@echo '--- CmdStan v$(CMDSTAN_VERSION) built ---'
clean clean-all stan-update:
	@echo 'Nothing to be done: Autumn has no files in between.'
compile_info:
	@echo 'autumn'
print-%:
	@echo '$* = $($*)'

ifdef USER_HEADER
$(error Autumn runs Stan programs without C++: USER_HEADER has no use. Write the function in Stan.)
endif

.SUFFIXES:
makefile Makefile make/local $(CMDSTAN)/make/local: ;
FORCE:
%: %.stan FORCE
	@echo ''
	@echo '--- Checking the Stan program and writing its executable ---'
	'$(STANC)' $(STANCFLAGS) $(foreach name,STAN_THREADS STAN_NO_RANGE_CHECKS STAN_CPP_OPTIMS,$(if $($(name)),--autumn-define=$(name))) --autumn-executable='$@' '$<'
%.hpp: %.stan FORCE
	'$(STANC)' $(STANCFLAGS) --o='$@' '$<'
)";

constexpr std::string_view kBernoulli = R"(data {
  int<lower=0> N;
  array[N] int<lower=0, upper=1> y;
}
parameters {
  real<lower=0, upper=1> theta;
}
model {
  theta ~ beta(1, 1); // uniform prior on interval 0,1
  y ~ bernoulli(theta);
}
)";

constexpr std::string_view kBernoulliJson = R"({
    "N" : 10,
    "y" : [0,1,0,0,0,0,0,0,0,1]
}
)";

constexpr std::string_view kBernoulliDump = "N <- 10\ny <- c(0,1,0,0,0,0,0,0,0,1)\n";

Error no_directory(const std::string& path, const std::error_code& code) {
  return {.message = fmt::format("cannot write the directory `{}`: {}", path, code.message()),
          .suggestion = "choose a directory you may write to",
          .where = {}};
}

// Whether a directory was written by us: its makefile says so.
bool is_ours(const fs::path& root) {
  const auto makefile = stan::read_text_file((root / "makefile").string());
  return makefile && makefile.value().starts_with(kMakefile.substr(0, kMakefile.find('\n')));
}

// In a directory of somebody else nothing is replaced.
Status check_free(const fs::path& root) {
  if (is_ours(root)) return Done{};
  for (const char* name :
       {"makefile", "bin/autumn", "bin/stanc", "bin/stansummary", "bin/diagnose", "bin/print",
        "examples/bernoulli/bernoulli.stan", "examples/bernoulli/bernoulli.data.json",
        "examples/bernoulli/bernoulli.data.R"}) {
    std::error_code code;
    if (!fs::exists(fs::symlink_status(root / name, code))) continue;
    return Error{
        .message = fmt::format("`{}` exists already, and is not Autumn's", (root / name).string()),
        .suggestion = "choose a new directory",
        .where = {}};
  }
  return Done{};
}

Status link_tools(const fs::path& bin) {
  std::error_code code;
  for (const char* name : {"stanc", "stansummary", "diagnose", "print"}) {
    const fs::path link = bin / name;
    fs::remove(link, code);
    fs::create_symlink("autumn", link, code);
    if (code) return no_directory(link.string(), code);
  }
  return Done{};
}

}  // namespace

Status write_directory(const std::string& path) {
  const fs::path root(path);
  std::error_code code;
  if (Status status = check_free(root); !status) return status;
  for (const char* part : {"bin", "make", "examples/bernoulli", "stan/src/stan/model"}) {
    fs::create_directories(root / part, code);
    if (code) return no_directory(path, code);
  }
  if (Status status = write_plain_executable((root / "bin" / "autumn").string()); !status) {
    return status;
  }
  if (Status status = link_tools(root / "bin"); !status) return status;
  const output::StanLevel level = output::kStanLevel;
  const std::string version = fmt::format("{}.{}.{}", level.major, level.minor, level.patch);
  std::string makefile(kMakefile);
  makefile.replace(makefile.find("{}"), 2, version);
  const fs::path example = root / "examples" / "bernoulli";
  const std::pair<fs::path, std::string> files[] = {
      {root / "makefile", makefile},
      {example / "bernoulli.stan", std::string(kBernoulli)},
      {example / "bernoulli.data.json", std::string(kBernoulliJson)},
      {example / "bernoulli.data.R", std::string(kBernoulliDump)}};
  for (const auto& [file, text] : files) {
    if (Status status = output::write_text(file.string(), text); !status) return status;
  }
  return Done{};
}

}  // namespace autumn::cmdstan
