// The methods of CmdStan's command line, each from a session to an exit code.
#pragma once

#include "cmdstan/session.h"

namespace autumn::cmdstan {

ExitCode sample(const Session& session);
ExitCode optimize(const Session& session);
ExitCode laplace(const Session& session);
ExitCode pathfinder(const Session& session);
ExitCode variational(const Session& session);
ExitCode generate_quantities(const Session& session);
ExitCode log_prob(const Session& session);
ExitCode diagnose(const Session& session);

}  // namespace autumn::cmdstan
